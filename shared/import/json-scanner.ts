import { isExactNumber } from './exact-number.ts';

/** The first thing in a JSON text that is not JSON, or that JavaScript would silently change. */
export interface JsonMistake {
  readonly code: 'invalid-json' | 'duplicate-key' | 'inexact-number' | 'too-deep';
  readonly message: string;
  /** Where in the text, in UTF-16 units from 0. */
  readonly index: number;
  /** Field in which it stands, e.g. `a.b[2]`; empty for the document itself. */
  readonly path: string;
}

// Far above what a document may nest, far below what the call stack bears.
const MAX_DEPTH = 200;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;
// eslint-disable-next-line no-control-regex -- JSON allows no control character in a text.
const PLAIN_TEXT = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

class MistakeFound extends Error {
  readonly mistake: JsonMistake;
  constructor(mistake: JsonMistake) {
    super(mistake.message);
    this.mistake = mistake;
  }
}

/** Reads one JSON value strictly; `undefined` when `JSON.parse` keeps all of it. */
export function findJsonMistake(text: string): JsonMistake | undefined {
  try {
    new JsonScanner(text).scan();
    return undefined;
  } catch (error) {
    if (error instanceof MistakeFound) return error.mistake;
    throw error;
  }
}

class JsonScanner {
  private readonly text: string;
  private index = 0;

  constructor(text: string) {
    this.text = text;
  }

  scan(): void {
    this.space();
    this.value('', 1);
    this.space();
    if (this.index < this.text.length) this.fail(`There is more after the end: ${this.found()}.`, '');
  }

  private value(path: string, depth: number): void {
    if (depth > MAX_DEPTH) this.fail('Objects and arrays nest too deep.', path, 'too-deep');
    const first = this.text[this.index];
    if (first === '{') this.object(path, depth);
    else if (first === '[') this.array(path, depth);
    else if (first === '"') this.string(path);
    else if (!this.word('true') && !this.word('false') && !this.word('null')) this.number(path);
  }

  private object(path: string, depth: number): void {
    const names = new Set<string>();
    this.index += 1;
    this.space();
    if (this.take('}')) return;
    for (;;) {
      const start = this.index;
      if (this.text[start] !== '"')
        this.fail(`A field name in double quotes is expected, not ${this.found()}.`, path);
      const name = this.string(path);
      const fieldPath = path === '' ? name : `${path}.${name}`;
      if (names.has(name)) {
        this.index = start;
        this.fail(`The field "${name}" stands twice in one object.`, fieldPath, 'duplicate-key');
      }
      names.add(name);
      this.space();
      if (!this.take(':'))
        this.fail(`A colon is expected after a field name, not ${this.found()}.`, fieldPath);
      this.space();
      this.value(fieldPath, depth + 1);
      this.space();
      if (this.take('}')) return;
      if (!this.take(',')) this.fail(`A comma or } is expected after a value, not ${this.found()}.`, path);
      this.space();
    }
  }

  private array(path: string, depth: number): void {
    this.index += 1;
    this.space();
    if (this.take(']')) return;
    for (let position = 0; ; position += 1) {
      this.value(`${path}[${position}]`, depth + 1);
      this.space();
      if (this.take(']')) return;
      if (!this.take(',')) this.fail(`A comma or ] is expected after a value, not ${this.found()}.`, path);
      this.space();
    }
  }

  private string(path: string): string {
    const start = this.index;
    this.index += 1;
    for (;;) {
      this.match(PLAIN_TEXT);
      if (this.take('"')) return JSON.parse(this.text.slice(start, this.index)) as string;
      if (this.index >= this.text.length) this.fail('The text ends within a quoted text.', path);
      if (this.text[this.index] !== '\\')
        this.fail(
          'A line break or control character stands in a quoted text; write it as \\n or \\u….',
          path,
        );
      if (!this.match(ESCAPE)) this.fail('An unknown sequence stands after a backslash.', path);
    }
  }

  private number(path: string): void {
    const start = this.index;
    if (!this.match(NUMBER)) this.fail(`A value is expected, not ${this.found()}.`, path);
    const token = this.text.slice(start, this.index);
    if (isExactNumber(token)) return;
    this.index = start;
    this.fail(`The number ${token} can't be kept exactly; write it as text.`, path, 'inexact-number');
  }

  private word(word: string): boolean {
    if (!this.text.startsWith(word, this.index)) return false;
    this.index += word.length;
    return true;
  }

  private take(character: string): boolean {
    if (this.text[this.index] !== character) return false;
    this.index += 1;
    return true;
  }

  private space(): void {
    this.match(SPACE);
  }

  /** Moves past what the sticky pattern matches here; whether that was anything. */
  private match(pattern: RegExp): boolean {
    pattern.lastIndex = this.index;
    if (!pattern.test(this.text)) return false;
    const isMoved = pattern.lastIndex > this.index;
    this.index = pattern.lastIndex;
    return isMoved;
  }

  /** What stands here, for a message. */
  private found(): string {
    const code = this.text.codePointAt(this.index);
    return code === undefined ? 'the end' : `"${String.fromCodePoint(code)}"`;
  }

  private fail(message: string, path: string, code: JsonMistake['code'] = 'invalid-json'): never {
    throw new MistakeFound({ code, message, index: this.index, path });
  }
}
