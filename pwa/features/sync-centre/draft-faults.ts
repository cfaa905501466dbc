import { validateDocument } from '#shared/documents/validate-document.ts';
import { toContent } from '#shared/sync/wire-document.ts';
import type { Draft } from '#pwa/data/queries/use-drafts.ts';

/** What is wrong with a draft, and where; a rule's stable code means nothing to a person. */
export interface Fault {
  /** e.g. `productPrices[0].value`. */
  readonly path: string;
  readonly message: string;
}

/** Everything known to be wrong with a draft: what the server said first, then what the collection's own rules find. */
export function findFaults(draft: Draft): readonly Fault[] {
  const said = draft.path === '' ? [] : [{ path: draft.path, message: draft.message }];
  const found = findContentFaults(draft, draft.content).filter(({ path }) => path !== draft.path);
  return [...said, ...found];
}

/** What the collection's own rules have against this content. */
export function findContentFaults(
  { collection, documentId, at }: Draft,
  content: Readonly<Record<string, unknown>>,
): readonly Fault[] {
  return validateDocument(collection, { FBUID: documentId, createdAt: at, ...toContent(content) });
}

/** Whether a fault's path is this field, or a place within it. */
export function isAbout(faultPath: string, path: string): boolean {
  return faultPath === path || faultPath.startsWith(`${path}.`) || faultPath.startsWith(`${path}[`);
}
