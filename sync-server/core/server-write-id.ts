/** Sets the two parts apart. A device's own ids have none: `createId` gives letters and digits alone. */
const MARK = '.';

/** The write id of what the server itself wrote: no other life of the data has the same one. */
export function toServerWriteId(epoch: string, sequence: number): string {
  return `${epoch}${MARK}${sequence}`;
}

/** @returns `undefined` for an id of another form */
export function parseServerWriteId(
  writeId: string,
): { readonly epoch: string; readonly sequence: number } | undefined {
  const [, epoch, sequence] = /^([0-9A-Za-z]{20})\.([1-9][0-9]{0,15})$/.exec(writeId) ?? [];
  return epoch === undefined ? undefined : { epoch, sequence: Number(sequence) };
}
