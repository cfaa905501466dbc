import { createTemporaryFile, type TemporaryFile } from '#cli/io/temporary-file.ts';
import { createImportBatch, type ImportBatch } from './import-batch.ts';
import type { Place } from './spooled-document.ts';

/** Most bytes of one request's body. A document is smaller than that, its line feed included. */
const MAX_BODY_BYTES = 1_048_576;
/** Of a document's place: line and byte, a double each. */
const PLACE_BYTES = 16;
const LINE_FEED = 10;

/** Documents as they are sent together, behind them where each stood in the input. */
interface Part {
  /** How many stand before the first of them. */
  readonly from: number;
  readonly documents: number;
  /** Where in the file the body begins. */
  readonly start: number;
  readonly bytes: number;
}

/** Checked documents in a private temporary file, as they are sent, until everything is known to be right. */
export class DocumentSpool {
  private readonly file: TemporaryFile;
  private readonly parts: Part[] = [];
  private body = Buffer.allocUnsafe(MAX_BODY_BYTES);
  private used = 0;
  /** Line and byte by turns, of the documents in the body. */
  private places: number[] = [];
  /** Memory of bodies that nobody needs any more. */
  private readonly spare = new Set<Buffer<ArrayBuffer>>();
  private end = 0;
  private count = 0;
  private flushed = 0;

  private constructor(file: TemporaryFile) {
    this.file = file;
  }

  /** Of all bodies. */
  get bytes(): number {
    return this.flushed + this.used;
  }

  static async create(): Promise<DocumentSpool> {
    return new DocumentSpool(await createTemporaryFile());
  }

  /** Takes a document as one line without its line feed. What comes back, if anything, has to be waited for. */
  add(line: Uint8Array, place: Place): Promise<void> | undefined {
    if (this.used === 0 || this.used + line.length < MAX_BODY_BYTES) {
      this.put(line, place);
      return undefined;
    }
    return this.flush().then(() => this.put(line, place));
  }

  /** Batches as large as allowed, or all in one, from the document behind `position` on. */
  async *read({ position = 0, isWhole = false } = {}): AsyncGenerator<ImportBatch> {
    await this.flush();
    const parts = this.parts.filter(({ from, documents }) => from + documents > position);
    for (const group of isWhole ? [parts] : parts.map((part) => [part])) {
      const [first] = group;
      if (!first) continue;
      const length = group.reduce((sum, { bytes }) => sum + bytes, 0);
      const memory = this.takeMemory(length);
      const body = memory.subarray(0, length);
      let filled = 0;
      for (const { start, bytes } of group) {
        await this.readBytes(start, body.subarray(filled, filled + bytes));
        filled += bytes;
      }
      const readPlaces = () => this.readPlaces(group);
      const letGo = () => void this.spare.add(memory);
      const whole = { from: first.from, body, readPlaces, letGo, documents: count(group) };
      yield createImportBatch(whole, position);
    }
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  private put(line: Uint8Array, { line: number, byte }: Place): void {
    const size = line.length + 1;
    if (size > this.body.length) this.body = Buffer.allocUnsafe(size);
    this.body.set(line, this.used);
    this.body[this.used + line.length] = LINE_FEED;
    this.used += size;
    this.places.push(number, byte ?? Number.NaN);
  }

  private async flush(): Promise<void> {
    const { used, places, body } = this;
    if (used === 0) return;
    const documents = places.length / 2;
    this.parts.push({ from: this.count, documents, start: this.end, bytes: used });
    this.count += documents;
    this.end += used + documents * PLACE_BYTES;
    this.flushed += used;
    this.used = 0;
    this.places = [];
    // Without a position: reading doesn't move where the next write goes.
    await this.file.handle.appendFile(body.subarray(0, used));
    await this.file.handle.appendFile(Buffer.from(Float64Array.from(places).buffer));
  }

  private async readPlaces(parts: readonly Part[]): Promise<Place[]> {
    const places: Place[] = [];
    for (const { start, bytes, documents } of parts) {
      const pairs = Buffer.allocUnsafe(documents * PLACE_BYTES);
      await this.readBytes(start + bytes, pairs);
      for (let at = 0; at < pairs.length; at += PLACE_BYTES) {
        const byte = pairs.readDoubleLE(at + PLACE_BYTES / 2);
        places.push({ line: pairs.readDoubleLE(at), byte: Number.isNaN(byte) ? undefined : byte });
      }
    }
    return places;
  }

  /** To take a fresh megabyte for each body costs the garbage collector more than to send it costs. */
  private takeMemory(length: number): Buffer<ArrayBuffer> {
    const known = [...this.spare].find((memory) => memory.length >= length);
    if (known) this.spare.delete(known);
    return known ?? Buffer.allocUnsafe(Math.max(length, MAX_BODY_BYTES));
  }

  private async readBytes(start: number, target: Buffer): Promise<void> {
    for (let done = 0; done < target.length;) {
      const { bytesRead } = await this.file.handle.read(target, done, target.length - done, start + done);
      if (bytesRead === 0) throw new Error('The temporary file is shorter than what was written.');
      done += bytesRead;
    }
  }
}

function count(parts: readonly Part[]): number {
  return parts.reduce((sum, { documents }) => sum + documents, 0);
}
