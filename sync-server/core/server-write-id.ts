/** Separates epoch and sequence. Ids from our app have letters and digits only. */
const MARK = '.';

/** The id of a write that the server made. A restore begins a new epoch, so no id is given twice. */
export function toServerWriteId(epoch: string, sequence: number): string {
  return `${epoch}${MARK}${sequence}`;
}

/** @returns `undefined` for any other id */
export function parseServerWriteId(
  writeId: string,
): { readonly epoch: string; readonly sequence: number } | undefined {
  const [, epoch, sequence] = /^([0-9A-Za-z]{20})\.([1-9][0-9]{0,15})$/.exec(writeId) ?? [];
  return epoch === undefined ? undefined : { epoch, sequence: Number(sequence) };
}
