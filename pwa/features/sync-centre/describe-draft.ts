import { findCollection } from '#shared/collections/catalogue.ts';
import type { Draft } from '#pwa/data/queries/use-drafts.ts';
import { subjectOf } from '#pwa/ui/content/subject.ts';

const REASONS: Record<Draft['kind'], string> = {
  rejected: 'The server did not take this.',
  conflict:
    'Somebody else changed the same thing meanwhile. Theirs stands until you choose; yours is kept here.',
  'deleted-there': 'This was deleted elsewhere meanwhile. Your version is kept here.',
};

/** Names a draft and says what happened, in a person's words. */
export function describeDraft(draft: Draft): { readonly title: string; readonly reason: string } {
  const label = findCollection(draft.collection)?.label ?? draft.collection;
  const subject = subjectOf(draft.content);
  const title = `${label.charAt(0).toUpperCase()}${label.slice(1)}${subject ? ` · ${subject}` : ''}`;
  // A message about one field stands beside that field.
  const said = draft.kind === 'rejected' && draft.path === '' ? draft.message : '';
  return { title, reason: [REASONS[draft.kind], said].filter(Boolean).join(' ') };
}
