import { validateDocument } from '#shared/documents/validate-document.ts';
import { toContent } from '#shared/sync/wire-document.ts';
import type { RejectedChange } from '#pwa/data/queries/use-rejected-changes.ts';

/** What is wrong with a rejected change, and where; a rule's stable code means nothing to a person. */
export interface Fault {
  /** e.g. `productPrices[0].value`. */
  readonly path: string;
  readonly message: string;
}

/** Everything known to be wrong with a rejected change: what the server said first, then what the collection's own rules find. */
export function findFaults(rejectedChange: RejectedChange): readonly Fault[] {
  const said =
    rejectedChange.path === '' ? [] : [{ path: rejectedChange.path, message: rejectedChange.message }];
  const found = findContentFaults(rejectedChange, rejectedChange.content).filter(
    ({ path }) => path !== rejectedChange.path,
  );
  return [...said, ...found];
}

/** What the collection's own rules have against this content. */
export function findContentFaults(
  { collection, documentId, at }: RejectedChange,
  content: Readonly<Record<string, unknown>>,
): readonly Fault[] {
  return validateDocument(collection, { FBUID: documentId, createdAt: at, ...toContent(content) });
}

/** Whether a fault's path is this field, or a place within it. */
export function isAbout(faultPath: string, path: string): boolean {
  return faultPath === path || faultPath.startsWith(`${path}.`) || faultPath.startsWith(`${path}[`);
}
