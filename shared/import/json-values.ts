import { ByteCollector } from './byte-collector.ts';
import type { ImportProblem } from './import-problem.ts';

/** Bytes of one value and where it begins. */
export interface JsonBytes {
  readonly kind: 'bytes';
  readonly bytes: Uint8Array;
  readonly line: number;
  readonly column: number;
  readonly byte: number;
  /** Only its beginning is here: the value is larger than anything that is taken. */
  readonly isCut: boolean;
}

export interface SplitOptions {
  /** Whether the values stand in one array, or one after another. */
  readonly isArray: boolean;
  /** Whether the array is the first field of an object. */
  readonly isInObject?: boolean;
  readonly firstByte: number;
  /** Of a larger value the beginning is kept. */
  readonly maxBytes?: number;
}

export type JsonPart = JsonBytes | { readonly kind: 'problem'; readonly problem: ImportProblem };

/**
 * Cuts the elements of one JSON array, or JSON values one after another, out of a stream without holding it in memory.
 * The values themselves are not checked. It works on bytes: all characters that matter to JSON are one byte in UTF-8.
 */
export async function* splitJsonValues(
  chunks: AsyncIterable<Uint8Array>,
  options: SplitOptions,
): AsyncGenerator<JsonPart> {
  const splitter = new JsonSplitter(options);
  for await (const chunk of chunks) {
    yield* splitter.push(chunk);
  }
  yield* splitter.end();
}

type State = 'open' | 'before' | 'value' | 'after' | 'closed' | 'broken';

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Far more than the names of a next page take. */
const MAX_TAIL = 65_536;

interface Position {
  readonly line: number;
  readonly column: number;
  readonly byte: number;
}

class JsonSplitter {
  private readonly isArray: boolean;
  private readonly isInObject: boolean;
  private state: State;
  private parts: JsonPart[] = [];
  private readonly value: ByteCollector;
  /** What stands behind an array in an object. */
  private tail = '';
  private start: Position = { line: 1, column: 1, byte: 0 };
  private depth = 0;
  private isQuoted = false;
  private isEscaped = false;
  private isAfterComma = false;
  private line = 1;
  private column = 1;
  private byte: number;

  constructor({ isArray, isInObject = false, firstByte, maxBytes = Infinity }: SplitOptions) {
    this.isArray = isArray;
    this.isInObject = isInObject;
    this.state = isArray ? 'open' : 'before';
    this.byte = firstByte;
    this.value = new ByteCollector(maxBytes);
  }

  push(chunk: Uint8Array): JsonPart[] {
    // Where the present value's bytes begin in this chunk.
    let from = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const code = chunk[index] ?? 0;
      if (this.state === 'value') {
        const isLast = this.isValueEnd(code);
        if (isLast !== undefined) {
          this.finish(chunk.subarray(from, isLast ? index + 1 : index));
          if (!isLast && this.outside(code)) from = index;
        }
      } else if (this.outside(code)) {
        from = index;
      }
      this.advance(code);
    }
    if (this.state === 'value') this.value.add(new Uint8Array(chunk.subarray(from)));
    return this.takeParts();
  }

  end(): JsonPart[] {
    if (this.state === 'value') this.finish(new Uint8Array());
    if (this.isArray && (this.state === 'before' || this.state === 'after')) {
      this.report('The text ends before the array’s closing bracket ].');
    }
    if (this.isInObject && this.state === 'closed' && !isJson(`{"documents":[]${this.tail}`)) {
      this.report('What follows the array doesn’t end the object in which it stands.');
    }
    return this.takeParts();
  }

  /** Takes a byte that belongs to no value so far; whether a value begins with it. */
  private outside(code: number): boolean {
    if (code === 0x20 || (code >= 9 && code <= 13) || this.state === 'broken') return false;
    if (this.state === 'open') {
      if (code === OPEN_BRACKET) this.state = 'before';
      return false;
    }
    if (this.state === 'closed' && this.isInObject) {
      if (this.tail.length < MAX_TAIL) this.tail += String.fromCharCode(code);
      return false;
    }
    if (this.state === 'closed') {
      this.report('There is more after the array’s closing bracket.');
      this.state = 'broken';
      return false;
    }
    if (this.isArray && code === CLOSE_BRACKET) {
      if (this.isAfterComma) this.report('A comma stands before the closing bracket.');
      this.state = 'closed';
      return false;
    }
    if (this.state === 'after' && this.isArray) {
      if (code === COMMA) {
        this.state = 'before';
        this.isAfterComma = true;
        return false;
      }
      this.report('A comma is missing between two values.');
    }
    return this.begin(code);
  }

  private begin(code: number): boolean {
    this.state = 'value';
    this.start = { line: this.line, column: this.column, byte: this.byte };
    this.isAfterComma = false;
    this.depth = code === OPEN_BRACE || code === OPEN_BRACKET ? 1 : 0;
    this.isQuoted = code === QUOTE;
    this.isEscaped = false;
    return true;
  }

  /** `true` when this byte is the value's last, `false` when it stands behind it, `undefined` within. */
  private isValueEnd(code: number): boolean | undefined {
    if (this.isQuoted) {
      if (this.isEscaped) this.isEscaped = false;
      else if (code === BACKSLASH) this.isEscaped = true;
      else if (code === QUOTE) {
        this.isQuoted = false;
        if (this.depth === 0) return true;
      }
      return undefined;
    }
    if (code === QUOTE) this.isQuoted = true;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) this.depth += 1;
    else if (this.depth === 0) {
      return code === COMMA || code === CLOSE_BRACKET || code === CLOSE_BRACE || code <= 0x20
        ? false
        : undefined;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      this.depth -= 1;
      if (this.depth === 0) return true;
    }
    return undefined;
  }

  private finish(last: Uint8Array): void {
    this.value.add(last);
    const { bytes, isCut } = this.value.take();
    this.parts.push({ kind: 'bytes', bytes, isCut, ...this.start });
    this.state = 'after';
  }

  private advance(code: number): void {
    this.byte += 1;
    if (code === 10) {
      this.line += 1;
      this.column = 1;
    } else if ((code & 0xc0) !== 0x80) {
      // Bytes that continue a character are no column of their own.
      this.column += 1;
    }
  }

  private report(message: string): void {
    const { line, column, byte } = this;
    this.parts.push({ kind: 'problem', problem: { code: 'invalid-json', line, column, byte, message } });
  }

  private takeParts(): JsonPart[] {
    const { parts } = this;
    this.parts = [];
    return parts;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
