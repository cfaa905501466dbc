import {
  AFTER_BACKSLASH,
  BACKSLASH,
  BYTE_KINDS,
  COLON,
  COMMA,
  DIGIT,
  FIRST_IN_NAME,
  IN_NAME,
  MINUS,
  POINT,
  QUOTE,
  ZERO,
} from './json-bytes.ts';
import { findNameMeaning, hashName, type NameMeaning } from './name-meanings.ts';

/** A document's text that needs no closer look. */
export interface PlainText {
  /** Where its id stands in the bytes. */
  readonly idStart: number;
  readonly idEnd: number;
  /** Without the space between its parts, as `JSON.stringify` writes it: the same bytes where there is none. */
  compact(): Uint8Array;
}

/**
 * Recognises, in one pass over the bytes and without making a value of them, a document that certainly keeps every rule
 * of a free collection and comes out of `JSON.parse` and `JSON.stringify` as the same text, but for the space between its
 * parts. Hardly any document of an export is another one. `undefined` says nothing: then the text must be parsed, checked and, if need be, reported.
 * Left to the caller: UTF-8, the rules of ids, the size (`findPlainId`). The answer is overwritten by the next one.
 */
export function findPlainText(bytes: Uint8Array): PlainText | undefined {
  scanner.begin(bytes);
  return scanner.document() ? scanner : undefined;
}

const MAX_DEPTH = 20;
const MAX_NAMES = 512;
/** Digits of a number that a double always keeps. */
const MAX_DIGITS = 15;

class Scanner implements PlainText {
  idStart = 0;
  idEnd = 0;
  private bytes: Uint8Array = new Uint8Array(0);
  private at = 0;
  private lastEscape = 0;
  /** Beginnings and ends, by turns, of the space between the parts. */
  private readonly gaps: number[] = [];
  /** Of the names of all objects that are open. */
  private readonly hashes = new Int32Array(MAX_NAMES);
  private names = 0;

  begin(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.at = 0;
    this.names = 0;
    this.idStart = -1;
    this.lastEscape = -1;
    if (this.gaps.length > 0) this.gaps.length = 0;
  }

  document(): boolean {
    this.space();
    if (this.bytes[this.at] !== 0x7b || !this.object(1)) return false;
    this.space();
    return this.at === this.bytes.length && this.idStart !== -1;
  }

  compact(): Uint8Array {
    const { bytes, gaps } = this;
    if (gaps.length === 0) return bytes;
    const text = new Uint8Array(bytes.length);
    let length = 0;
    let at = 0;
    for (let gap = 0; gap <= gaps.length; gap += 2) {
      const end = gaps[gap] ?? bytes.length;
      while (at < end) text[length++] = bytes[at++] as number;
      at = gaps[gap + 1] ?? end;
    }
    return text.subarray(0, length);
  }

  /** Moves past the space that may stand here. */
  private space(): void {
    const { bytes, at } = this;
    // Hardly ever.
    if ((bytes[at] as number) > 0x20) return;
    let end = at;
    while (isSpace(bytes[end])) end += 1;
    if (end === at) return;
    this.gaps.push(at, end);
    this.at = end;
  }

  // Nothing looks for the end of the bytes: there is no byte behind it, which ends everything.
  private value(depth: number, limit: number): boolean {
    switch (this.bytes[this.at]) {
      case QUOTE:
        return this.text();
      case 0x7b:
        return this.object(depth);
      case 0x5b:
        return this.array(depth, Infinity, Infinity);
      case 0x74:
        return this.word('true');
      case 0x66:
        return this.word('false');
      case 0x6e:
        return this.word('null');
      default:
        return this.number(limit);
    }
  }

  private object(depth: number): boolean {
    const { bytes, names: first } = this;
    if (depth > MAX_DEPTH) return false;
    this.at += 1;
    this.space();
    if (bytes[this.at] === 0x7d) {
      this.at += 1;
      return true;
    }
    for (;;) {
      const meaning = this.name(first);
      this.space();
      if (meaning === 'uncertain' || bytes[this.at] !== COLON) return false;
      this.at += 1;
      this.space();
      if (!this.field(meaning, depth)) return false;
      this.space();
      const next = bytes[this.at++];
      if (next === 0x7d) break;
      if (next !== COMMA) return false;
      this.space();
    }
    this.names = first;
    return true;
  }

  private field(meaning: NameMeaning, depth: number): boolean {
    const { bytes, at } = this;
    if (meaning === 'none') return this.value(depth + 1, Infinity);
    if (meaning === 'latitude') return this.value(depth + 1, 90);
    if (meaning === 'longitude') return this.value(depth + 1, 180);
    // Of a point in GeoJSON the longitude comes first.
    if (meaning === 'coordinates' && bytes[at] === 0x5b) return this.array(depth + 1, 180, 90);
    if (meaning === 'coordinates' || depth > 1) return this.value(depth + 1, Infinity);
    if (bytes[at] !== QUOTE || !this.text()) return false;
    this.idStart = at + 1;
    this.idEnd = this.at - 1;
    // An id with an escape would have to be decoded.
    return this.lastEscape < at;
  }

  private array(depth: number, firstLimit: number, secondLimit: number): boolean {
    const { bytes } = this;
    if (depth > MAX_DEPTH) return false;
    this.at += 1;
    this.space();
    if (bytes[this.at] === 0x5d) {
      this.at += 1;
      return true;
    }
    let limit = firstLimit;
    let following = secondLimit;
    for (;;) {
      // An array directly in another one.
      if (bytes[this.at] === 0x5b || !this.value(depth + 1, limit)) return false;
      this.space();
      const next = bytes[this.at++];
      if (next === 0x5d) return true;
      if (next !== COMMA) return false;
      this.space();
      limit = following;
      following = Infinity;
    }
  }

  /** Moves past a name and its quotes: what it means. `first`: of the object's own names. */
  private name(first: number): NameMeaning {
    const { bytes, hashes } = this;
    const start = this.at + 1;
    let at = start;
    let hash = 0;
    if (bytes[start - 1] !== QUOTE || (kindAt(bytes, start) & FIRST_IN_NAME) === 0) return 'uncertain';
    for (; (kindAt(bytes, at) & IN_NAME) !== 0; at++) {
      const byte = bytes[at] as number;
      hash = hashName(hash, byte);
    }
    if (bytes[at] !== QUOTE || this.names === MAX_NAMES) return 'uncertain';
    // Names that stand twice have one hash; others that have, too, are rare.
    for (let index = first; index < this.names; index++) if (hashes[index] === hash) return 'uncertain';
    hashes[this.names++] = hash;
    this.at = at + 1;
    return findNameMeaning(hash, bytes, start, at);
  }

  private text(): boolean {
    const { bytes } = this;
    let at = this.at + 1;
    for (;;) {
      let stop: number;
      do stop = bytes[at++] as number;
      while (stop > QUOTE ? stop !== BACKSLASH : stop >= 0x20 && stop !== QUOTE);
      if (stop === QUOTE) break;
      if (stop !== BACKSLASH || (kindAt(bytes, at) & AFTER_BACKSLASH) === 0) return false;
      this.lastEscape = at;
      at += 1;
    }
    this.at = at;
    return true;
  }

  /** A number as JavaScript writes it, and no further from 0 than the limit. */
  private number(limit: number): boolean {
    const { bytes } = this;
    const start = this.at;
    if (bytes[start] === MINUS) this.at += 1;
    const whole = this.at;
    const value = this.digits();
    const digits = this.at - whole;
    if (digits === 0 || (bytes[whole] === ZERO && digits > 1)) return false;
    let isFraction = false;
    if (bytes[this.at] === POINT) {
      isFraction = true;
      this.at += 1;
      const fraction = this.at;
      this.digits();
      if (this.at === fraction || bytes[this.at - 1] === ZERO) return false;
    }
    if ((isFraction ? value + 1 : value) > limit) return false;
    // -0, and what is near to 0, is written in another way.
    const isSimple = this.at - start <= MAX_DIGITS && (value > 0 || this.at - start === 1);
    return isSimple || this.isWrittenSo(start);
  }

  private digits(): number {
    const { bytes } = this;
    let value = 0;
    let { at } = this;
    for (; (kindAt(bytes, at) & DIGIT) !== 0; at++) value = value * 10 + (bytes[at] as number) - ZERO;
    this.at = at;
    return value;
  }

  private isWrittenSo(start: number): boolean {
    const text = String.fromCharCode(...this.bytes.subarray(start, Math.min(this.at, start + 30)));
    return this.at - start <= 30 && String(Number(text)) === text;
  }

  private word(word: string): boolean {
    for (let index = 1; index < word.length; index++) {
      if (this.bytes[this.at + index] !== word.charCodeAt(index)) return false;
    }
    this.at += word.length;
    return true;
  }
}

const scanner = new Scanner();

function kindAt(bytes: Uint8Array, index: number): number {
  return BYTE_KINDS[bytes[index] ?? 0] ?? 0;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
