import { validateDocument } from '#shared/documents/validate-document.ts';
import { toContent } from '#shared/sync/wire-document.ts';
import type { RejectedChange } from '#pwa/data/queries/use-rejected-changes.ts';

/** What is wrong with a rejected change, and where. Omits the rule's code, which means nothing to a person. */
export interface Fault {
  /** e.g. `productPrices[0].value`. */
  readonly path: string;
  readonly message: string;
}

/** All known faults of a rejected change: the server's first, then those found by the collection's own rules. */
export function findFaults(rejectedChange: RejectedChange): readonly Fault[] {
  const fromServer =
    rejectedChange.path === '' ? [] : [{ path: rejectedChange.path, message: rejectedChange.message }];
  const found = findContentFaults(rejectedChange, rejectedChange.content).filter(
    ({ path }) => path !== rejectedChange.path,
  );
  return [...fromServer, ...found];
}

/** Faults that the collection's own rules find in the content. */
export function findContentFaults(
  { collection, documentId, at }: RejectedChange,
  content: Readonly<Record<string, unknown>>,
): readonly Fault[] {
  return validateDocument(collection, { FBUID: documentId, createdAt: at, ...toContent(content) });
}

/** Whether a fault's path is this field or is inside it. */
export function isAbout(faultPath: string, path: string): boolean {
  return faultPath === path || faultPath.startsWith(`${path}.`) || faultPath.startsWith(`${path}[`);
}
