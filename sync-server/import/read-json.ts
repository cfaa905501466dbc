import { isUtf8 } from 'node:buffer';
import { ENVELOPE } from '#shared/import/envelope.ts';
import type { ImportProblem } from '#shared/import/import-problem.ts';
import { isJsonObject } from '#shared/kernel/json.ts';
import type { ReadPart } from './import-item.ts';
import type { ImportNotes } from './import-notes.ts';
import { reviewJson, type JsonMistake } from './json-mistakes.ts';
import { countBreaks, MAX_VALUE_BYTES, type ValueBytes } from './text-lines.ts';
import { findInvalidByte } from './utf8.ts';

/** Where a text begins in the file. */
export type TextPlace = Pick<ValueBytes, 'line' | 'column' | 'byte' | 'key'>;

/**
 * Reads one document. Reports everything that `JSON.parse` would reject, drop or change.
 * @returns `undefined` for blank text
 */
export function readJson(value: ValueBytes, notes: ImportNotes): ReadPart | undefined {
  const { bytes, line, byte, isCut } = value;
  if (isCut) {
    const message = `This is larger than ${MAX_VALUE_BYTES / 1_048_576} MiB; a document is far smaller. Is a line end missing?`;
    const problem: ImportProblem = { code: 'document-too-large', line, byte, message };
    return { kind: 'rejected', problems: [problem], raw: undefined };
  }
  if (!isUtf8(bytes)) {
    const raw = { base64: bytes.toString('base64') };
    return { kind: 'rejected', problems: [toEncodingProblem(value)], raw };
  }
  const text = bytes.toString('utf8');
  return text.trim() === '' ? undefined : readText(text, value, notes);
}

/** Reads the text of one document. */
export function readText(text: string, place: TextPlace, notes: ImportNotes): ReadPart {
  const { line, column, byte, key } = place;
  const raw = key === undefined ? text : withKey(text, key);
  const { value, isCanonical, mistakes } = parseStrict(text, notes);
  const problems = mistakes.map((mistake) => toProblem(mistake, text, place));
  if (value === undefined) return { kind: 'rejected', problems, raw };
  if (isJsonObject(value)) {
    return { kind: 'document', document: value, line, byte, raw, key, isCanonical, problems };
  }
  problems.push({ code: 'not-an-object', line, column, byte, message: 'A document is an object in braces.' });
  return { kind: 'rejected', problems, raw };
}

export interface StrictJson {
  /** `undefined` for invalid JSON. */
  readonly value: unknown;
  /** Whether `JSON.stringify` returns the same text, which rules out duplicate fields and changed numbers. */
  readonly isCanonical: boolean;
  readonly mistakes: readonly JsonMistake[];
}

/** Parses a text and reports everything that `JSON.parse` would reject, drop or change. */
export function parseStrict(text: string, notes: ImportNotes): StrictJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
    if (JSON.stringify(value) === text) return { value, isCanonical: true, mistakes: [] };
  } catch {
    // Invalid JSON, or nested too deep for the call stack.
    value = undefined;
  }
  const { mistakes, rewritten } = reviewJson(text);
  notes.countRewritten(rewritten);
  return { value, isCanonical: false, mistakes };
}

function toProblem(mistake: JsonMistake, text: string, place: TextPlace): ImportProblem {
  const before = text.slice(0, mistake.index);
  const lastBreak = before.lastIndexOf('\n');
  return {
    code: mistake.code,
    line: place.line + before.split('\n').length - 1,
    column: lastBreak === -1 ? place.column + mistake.index : mistake.index - lastBreak,
    byte: place.byte + Buffer.byteLength(before),
    path: mistake.path === '' ? undefined : mistake.path,
    message: mistake.message,
  };
}

function toEncodingProblem({ bytes, line, byte }: ValueBytes): ImportProblem {
  const offset = findInvalidByte(bytes);
  const message = 'This is not UTF-8 text; save the file as UTF-8.';
  return {
    code: 'invalid-utf-8',
    line: line + countBreaks(bytes.subarray(0, offset)),
    byte: byte + offset,
    message,
  };
}

/** Adds the id to an object's text, so it can be imported without the surrounding map. */
function withKey(text: string, key: string): string {
  const rest = /^\s*\{\s*(.*)$/s.exec(text)?.[1];
  if (rest === undefined) return text;
  return `{${JSON.stringify(ENVELOPE.id)}:${JSON.stringify(key)}${rest.startsWith('}') ? '' : ','}${rest}`;
}
