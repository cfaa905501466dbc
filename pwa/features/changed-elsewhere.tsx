import { Button } from '#pwa/ui/button.tsx';
import { formatInstant } from '#pwa/ui/content/format-instant.ts';
import { Value } from '#pwa/ui/content/value.tsx';
import { Details } from '#pwa/ui/details.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { useFormDraft } from './use-document-form.ts';

/** Says below a field that another person has changed it too, and offers both versions. */
export function ChangedElsewhere({ field }: { readonly field: string }) {
  const { clashes, settle, toFieldTitle } = useFormDraft();
  const clash = clashes[field];
  const name = toFieldTitle(field);
  if (!clash) return null;
  const when = clash.isFresh ? 'just now' : `on ${formatInstant(clash.at)}`;
  return (
    <Notice
      tone="pending"
      actions={
        <>
          <Button onClick={() => settle(field, 'mine')}>
            Keep mine<VisuallyHidden> for {name}</VisuallyHidden>
          </Button>
          <Button onClick={() => settle(field, 'theirs')}>
            Take theirs<VisuallyHidden> for {name}</VisuallyHidden>
          </Button>
        </>
      }
    >
      {typeof clash.theirs === 'string' ? (
        `${clash.who} changed this to “${clash.theirs}” ${when}.`
      ) : (
        <>
          {clash.who} changed this {when}.
          <Details title="Their version">
            <Value value={clash.theirs} />
          </Details>
        </>
      )}
    </Notice>
  );
}
