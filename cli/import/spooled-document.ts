/** A checked document as it waits for being sent, with its place in the input. */
export interface SpooledDocument {
  readonly line: number;
  readonly byte: number | undefined;
  /** ISO time of its last change, where the input told. */
  readonly updatedAt: string | undefined;
  /** As it is sent. */
  readonly json: string;
}

/** One line of the spool. JSON holds no tab but as an escape. */
export function toSpoolLine({ line, byte, updatedAt, json }: SpooledDocument): string {
  return `${line}\t${byte ?? ''}\t${updatedAt?.replaceAll('\t', ' ').replaceAll('\n', ' ') ?? ''}\t${json}`;
}

export function fromSpoolLine(bytes: Buffer): SpooledDocument {
  const text = bytes.toString('utf8');
  const first = text.indexOf('\t');
  const second = text.indexOf('\t', first + 1);
  const third = text.indexOf('\t', second + 1);
  const byte = text.slice(first + 1, second);
  return {
    line: Number(text.slice(0, first)),
    byte: byte === '' ? undefined : Number(byte),
    updatedAt: text.slice(second + 1, third) || undefined,
    json: text.slice(third + 1),
  };
}
