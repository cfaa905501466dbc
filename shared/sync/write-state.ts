/** How far a document's newest write has come. */
export type WriteState = 'pending' | 'acknowledged' | 'rejected';

interface Written {
  readonly writeId: string;
  readonly sync: { readonly acknowledged: string };
}

/** Whether the newest write of a document still waits for the server's word. */
export function isPending(document: Written): boolean {
  return document.writeId !== document.sync.acknowledged;
}

/** Derived in every tab from the document itself and from whether an open rejected change of a rejected write exists. */
export function toWriteState(document: Written, hasOpenRejectedChange: boolean): WriteState {
  if (hasOpenRejectedChange) return 'rejected';
  return isPending(document) ? 'pending' : 'acknowledged';
}
