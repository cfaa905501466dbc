/** What came together, at most as much as is kept. */
export interface Collected {
  readonly bytes: Uint8Array;
  /** Of everything that was added. */
  readonly length: number;
  readonly isCut: boolean;
}

/** Puts pieces together once, when all are there: adding each to what is there already would take quadratic time. */
export class ByteCollector {
  private readonly maxBytes: number;
  private pieces: Uint8Array[] = [];
  private length = 0;
  private kept = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  add(piece: Uint8Array): void {
    if (piece.length === 0) return;
    this.length += piece.length;
    const room = this.maxBytes - this.kept;
    if (room <= 0) return;
    const part = piece.length <= room ? piece : piece.subarray(0, room);
    this.pieces.push(part);
    this.kept += part.length;
  }

  /** Everything so far; it begins anew afterwards. */
  take(): Collected {
    const { pieces, length, kept } = this;
    const [only] = pieces;
    const bytes = pieces.length === 1 && only ? only : concatenate(pieces, kept);
    this.pieces = [];
    this.length = 0;
    this.kept = 0;
    return { bytes, length, isCut: kept < length };
  }
}

function concatenate(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}
