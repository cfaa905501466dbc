import { findCollection } from '#shared/collections/catalogue.ts';
import type { Draft } from '#pwa/data/use-drafts.ts';

const REASONS: Record<Draft['kind'], string> = {
  rejected: 'The server did not take this.',
  conflict: 'Somebody else changed the same thing meanwhile. Theirs stands; yours is kept here.',
  'deleted-there': 'This was deleted elsewhere meanwhile. Your version is kept here.',
};

/** Names a draft and says what happened, in a person's words. */
export function describeDraft(draft: Draft): { readonly title: string; readonly reason: string } {
  const label = findCollection(draft.collection)?.label ?? draft.collection;
  const title = label.charAt(0).toUpperCase() + label.slice(1);
  return { title, reason: [REASONS[draft.kind], draft.message].filter(Boolean).join(' ') };
}
