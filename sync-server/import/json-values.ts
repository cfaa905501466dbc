import { isAscii, isUtf8 } from 'node:buffer';
import { Tokenizer, TokenizerError, TokenParser, TokenType } from '@streamparser/json';
import type { ImportProblem } from '#shared/import/import-problem.ts';
import { findPlace, type DocumentsPath, type OuterFrame } from './documents-path.ts';
import { countBreaks, ValuePieces, type ValueBytes } from './text-lines.ts';
import { countCutBytes, INVALID_MARK, markInvalidBytes } from './utf8.ts';

export type CutPart =
  | { readonly kind: 'value'; readonly value: ValueBytes }
  | { readonly kind: 'problem'; readonly problem: ImportProblem };

type Token = Parameters<Tokenizer['onToken']>[0];

/** Replaces each document for the parser that checks the surrounding structure. */
const PLACEHOLDER = { token: TokenType.NULL, value: null, offset: 0 } as const;
const AFTER_MISTAKE = /[\s"{}[\]:,]/;

/**
 * Extracts documents from a JSON stream, one at a time: the entries of an array, the values of a map, or consecutive
 * values. Checks the structure around the documents but not their text.
 */
export class JsonCutter {
  /** Whether the path leads to an array, map or document, possibly an empty one. */
  hasReachedPath = false;
  /** Whether the structure around the documents is invalid. Nothing is read after that. */
  isBroken = false;
  /** Number of entries on the path without a document. */
  emptyEntries = 0;
  private readonly path: DocumentsPath;
  private readonly outer: TokenParser;
  private readonly frames: OuterFrame[] = [];
  private tokenizer: Tokenizer;
  /** File offset of the current tokenizer's first byte. */
  private base: number;
  private chunk: Buffer = Buffer.alloc(0);
  private chunkStart: number;
  /** Bytes of a character that continues in the next chunk. */
  private rest: Buffer = Buffer.alloc(0);
  private line = 1;
  private column = 1;
  /** File offset of `line` and `column`. */
  private byte: number;
  /** Number of open brackets in the current document. */
  private depth = 0;
  private start: Omit<ValueBytes, 'bytes' | 'isCut'> = { line: 1, column: 1, byte: 0 };
  private readonly pieces = new ValuePieces();
  private parts: CutPart[] = [];

  constructor(path: DocumentsPath, firstByte: number) {
    this.path = path;
    this.base = firstByte;
    this.chunkStart = firstByte;
    this.byte = firstByte;
    this.tokenizer = this.createTokenizer();
    this.outer = new TokenParser({ paths: [], keepStack: false, separator: '' });
  }

  push(chunk: Buffer): readonly CutPart[] {
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const whole = bytes.subarray(0, bytes.length - countCutBytes(bytes));
    this.rest = bytes.subarray(whole.length);
    this.read(whole);
    return this.takeParts();
  }

  end(): readonly CutPart[] {
    this.read(this.rest);
    if (this.depth > 0 && !this.isBroken) this.finish();
    else if (!this.isBroken) this.close();
    return this.takeParts();
  }

  private read(chunk: Buffer): void {
    this.chunk = chunk;
    const text = isUtf8(chunk) ? chunk : markInvalidBytes(chunk);
    for (let from = 0; from < text.length && !this.isBroken;) from = this.tokenize(text, from);
    if (this.depth > 0) this.pieces.add(chunk.subarray(Math.max(0, this.start.byte - this.chunkStart)));
    this.locate(this.chunkStart + chunk.length);
    this.chunkStart += chunk.length;
  }

  private close(): void {
    try {
      this.tokenizer.end();
      this.outer.end();
    } catch {
      this.fail(this.byte, 'The text ends before its closing bracket.');
    }
  }

  private createTokenizer(): Tokenizer {
    const tokenizer = new Tokenizer({ stringBufferSize: 65_536, numberBufferSize: 64 });
    tokenizer.onToken = (token) => this.take(token);
    return tokenizer;
  }

  /** @returns the offset to continue at */
  private tokenize(text: Buffer, from: number): number {
    try {
      this.tokenizer.write(from === 0 ? text : text.subarray(from));
      return text.length;
    } catch (error) {
      // The text exceeds JavaScript's maximum string length.
      if (error instanceof RangeError) this.fail(this.byte, 'The text is too large.');
      else if (!(error instanceof TokenizerError)) throw error;
      if (this.isBroken) return text.length;
      const { message } = error;
      const [, place = '0'] = /at chunk position "(\d+)"/.exec(message) ?? [];
      return this.recover(text, from + Number(place), message.includes('in state STRING_'));
    }
  }

  /** Skips a mistake within a document: the reader of its text reports it, and the next document may be valid. */
  private recover(text: Buffer, mistake: number, isInText: boolean): number {
    if (this.depth === 0) {
      const found = String.fromCharCode(text[mistake] ?? 0);
      this.fail(this.chunkStart + mistake, `This is not JSON: "${found}".`);
      return text.length;
    }
    let next = mistake + 1;
    while (!isInText && next < text.length && !AFTER_MISTAKE.test(String.fromCharCode(text[next] ?? 0)))
      next += 1;
    this.tokenizer = this.createTokenizer();
    this.base = this.chunkStart + next - (isInText ? 1 : 0);
    if (isInText) this.tokenizer.write('"');
    return next;
  }

  private take(token: Token): void {
    if (this.isBroken) return;
    const offset = this.base + token.offset;
    if (this.depth > 0) {
      if (isOpening(token.token)) this.depth += 1;
      if (isClosing(token.token)) this.depth -= 1;
      if (this.depth === 0) this.finish(offset + 1);
      return;
    }
    const frame = this.frames.at(-1);
    if (frame?.expectsKey === true && token.token === TokenType.STRING) {
      frame.key = String(token.value);
      frame.expectsKey = false;
      if (frame.key.includes(INVALID_MARK)) this.fail(offset, 'This is not UTF-8 text.');
      else this.check(token, offset);
    } else if (isValue(token.token)) {
      this.enter(token, offset);
    } else if (this.check(token, offset)) {
      if (isClosing(token.token) && this.frames.pop()?.isEmptyEntry === true) this.emptyEntries += 1;
      if (token.token === TokenType.COMMA && frame?.isArray === false) frame.expectsKey = true;
    }
  }

  /** Handles a value outside of documents. */
  private enter(token: Token, offset: number): void {
    const { frames, path } = this;
    const isArray = token.token === TokenType.LEFT_BRACKET;
    const place = findPlace(path, frames, isArray);
    const message = this.hasReachedPath
      ? 'There is more after the end.'
      : 'There are no documents at this path.';
    if (place === 'list' || place === 'document') this.hasReachedPath = true;
    if (place === 'misplaced') {
      this.fail(offset, message);
    } else if (place === 'document') {
      if (this.check(PLACEHOLDER, offset)) this.begin(token, offset);
    } else if (this.check(token, offset)) {
      const isEmptyEntry = place === 'entry';
      if (isOpening(token.token))
        frames.push({ isArray, key: undefined, expectsKey: !isArray, isEmptyEntry });
      else if (isEmptyEntry) this.emptyEntries += 1;
    }
  }

  private begin(token: Token, offset: number): void {
    const place = this.locate(offset);
    for (const frame of this.frames) frame.isEmptyEntry = false;
    if (!isOpening(token.token)) {
      const problem = {
        code: 'not-an-object',
        ...place,
        message: 'A document is an object in braces.',
      } as const;
      this.parts.push({ kind: 'problem', problem });
      return;
    }
    this.depth = 1;
    this.start = {
      ...place,
      byte: offset,
      key: this.path.at(-1) === '*' ? this.frames.at(-1)?.key : undefined,
    };
  }

  /** @param end offset after the document; `undefined` if the file ended within it */
  private finish(end?: number): void {
    if (end !== undefined) {
      const from = Math.max(0, this.start.byte - this.chunkStart);
      this.pieces.add(this.chunk.subarray(from, end - this.chunkStart));
    }
    this.depth = 0;
    this.parts.push({ kind: 'value', value: { ...this.pieces.take(), ...this.start } });
  }

  /** Whether the token is valid at this point. */
  private check(token: Token, offset: number): boolean {
    try {
      this.outer.write(token);
      return true;
    } catch (error) {
      const [, state = ''] = /in state (\w+)/.exec(String(error)) ?? [];
      this.fail(offset, `${EXPECTED.get(state) ?? 'The end'} is expected here.`);
      return false;
    }
  }

  private fail(offset: number, message: string): void {
    const problem = {
      code: 'invalid-json',
      ...this.locate(offset),
      message: `${message} Nothing after this place was read.`,
    } as const;
    this.parts.push({ kind: 'problem', problem });
    this.isBroken = true;
  }

  /** Line and column of a byte in this chunk. Offsets must not decrease between calls. */
  private locate(offset: number): { readonly line: number; readonly column: number; readonly byte: number } {
    if (offset > this.byte) {
      const passed = this.chunk.subarray(this.byte - this.chunkStart, offset - this.chunkStart);
      const breaks = countBreaks(passed);
      this.line += breaks;
      this.column =
        (breaks > 0 ? 1 : this.column) + countCharacters(passed.subarray(passed.lastIndexOf('\n') + 1));
      this.byte = offset;
    }
    // A number or string may have begun in the previous chunk, on the same line.
    return { line: this.line, column: Math.max(1, this.column - (this.byte - offset)), byte: offset };
  }

  private takeParts(): readonly CutPart[] {
    const { parts } = this;
    this.parts = [];
    return parts;
  }
}

function countCharacters(bytes: Buffer): number {
  if (isAscii(bytes)) return bytes.length;
  // Counts first bytes, because a chunk may end within a character.
  return bytes.reduce((count, code) => ((code & 0xc0) === 0x80 ? count : count + 1), 0);
}

const EXPECTED = new Map([
  ['VALUE', 'A value'],
  ['KEY', 'A field name in double quotes'],
  ['COLON', 'A colon'],
  ['COMMA', 'A comma or a closing bracket'],
]);

function isOpening(token: TokenType): boolean {
  return token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET;
}

function isClosing(token: TokenType): boolean {
  return token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET;
}

function isValue(token: TokenType): boolean {
  return !isClosing(token) && token !== TokenType.COLON && token !== TokenType.COMMA;
}
