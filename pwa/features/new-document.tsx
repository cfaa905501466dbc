import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { createId } from '#shared/kernel/ids.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { toFormPath, toNewKeys } from '#pwa/data/forms/describe-form.ts';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { Notice } from '#pwa/ui/notice.tsx';

/**
 * The key of the form for a new document. Each tab has a draft of its own, kept in its address: a reload, a restored tab
 * and a link in a list find it again.
 * @returns `undefined` until the address names a draft
 */
export function useNewFormKey(collection: string): string | undefined {
  const [query] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const draft = query.get('draft') ?? '';
  const begin = useEffectEvent(() => {
    const key = toNewKeys(collection) + createId();
    void navigate(toFormPath({ key }) ?? '', { replace: true, state });
  });
  useEffect(() => {
    if (draft === '') begin();
  }, [draft]);
  return draft === '' ? undefined : toNewKeys(collection) + draft;
}

/** Offers the other new documents that were begun on this device and not saved. */
export function UnsavedDrafts({
  collection,
  formKey,
}: {
  readonly collection: string;
  readonly formKey: string;
}) {
  const { forms } = useAppStore();
  // Those at the time: while a person types in another tab, nothing moves here.
  const [drafts] = useState(() =>
    (forms.all.read() ?? []).filter(({ key }) => key !== formKey && key.startsWith(toNewKeys(collection))),
  );
  if (drafts.length === 0) return null;
  return (
    <Notice>
      Not saved yet on this device:
      <ul>
        {drafts.map((draft) => (
          <li key={draft.key}>
            <Link to={toFormPath(draft) ?? ''}>{draft.title || 'Without a name'}</Link>, typed{' '}
            <Instant at={draft.savedAt} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}
