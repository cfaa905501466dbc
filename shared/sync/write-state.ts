/** State of a document's newest write. */
export type WriteState = 'pending' | 'acknowledged' | 'rejected';

interface Written {
  readonly writeId: string;
  readonly sync: { readonly acknowledged: string };
}

/** Whether the newest write of a document has no verdict from the server yet. */
export function isPending(document: Written): boolean {
  return document.writeId !== document.sync.acknowledged;
}

/** Every tab derives it from the document and from whether the document has an open rejected change. */
export function toWriteState(document: Written, hasOpenRejectedChange: boolean): WriteState {
  if (hasOpenRejectedChange) return 'rejected';
  return isPending(document) ? 'pending' : 'acknowledged';
}
