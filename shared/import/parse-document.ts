import { utf8Length } from '#shared/documents/document-ids.ts';
import { isJsonObject } from '#shared/kernel/json.ts';
import type { ImportProblem, RawText, SourceDocument } from './import-problem.ts';
import { findJsonMistake, type JsonMistake } from './json-scanner.ts';

/** The text of one JSON value and where in the input it begins. */
export interface JsonSource {
  readonly text: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in characters. */
  readonly column: number;
  /** From 0. */
  readonly byte: number;
}

export type ParsedDocument =
  | { readonly kind: 'document'; readonly source: SourceDocument }
  | {
      readonly kind: 'problem';
      readonly problem: ImportProblem;
      /** What else is wrong there. */
      readonly also?: readonly ImportProblem[];
      readonly raw?: RawText | undefined;
    };

/** Reads one document of the input; whatever `JSON.parse` would refuse, drop or change is a problem. */
export function parseDocument(source: JsonSource): ParsedDocument {
  const canonical = parseCanonical(source.text);
  if (canonical) return toParsed(source, canonical.value);
  const mistake = findJsonMistake(source.text);
  if (mistake) return { kind: 'problem', problem: toProblem(source, mistake), raw: source.text };
  return toParsed(source, JSON.parse(source.text));
}

/** A text that comes out of `JSON.stringify` unchanged holds no duplicate field and no number that was rounded. */
function parseCanonical(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? { value } : undefined;
  } catch {
    // Not JSON, or too deep for the stack: the scanner says which, and where.
    return undefined;
  }
}

function toParsed(source: JsonSource, value: unknown): ParsedDocument {
  const { line, column, byte, text: raw } = source;
  if (isJsonObject(value)) return { kind: 'document', source: { line, byte, document: value, raw } };
  const message = 'A document is an object in braces.';
  return { kind: 'problem', problem: { code: 'not-an-object', line, column, byte, message }, raw };
}

function toProblem(source: JsonSource, mistake: JsonMistake): ImportProblem {
  const before = source.text.slice(0, mistake.index);
  const lastBreak = before.lastIndexOf('\n');
  return {
    code: mistake.code,
    line: source.line + before.split('\n').length - 1,
    column: lastBreak === -1 ? source.column + mistake.index : mistake.index - lastBreak,
    byte: source.byte + utf8Length(before),
    path: mistake.path === '' ? undefined : mistake.path,
    message: mistake.message,
  };
}
