import type { DocumentIssue } from '#shared/documents/validate-document.ts';

/** Why a part of an input can't be imported; the codes are stable. */
export type ImportProblemCode =
  | DocumentIssue['code']
  | 'invalid-utf-8'
  | 'invalid-json'
  | 'duplicate-key'
  | 'inexact-number'
  | 'invalid-csv'
  | 'unknown-column'
  | 'unknown-category'
  | 'unreadable-price'
  | 'unpublished'
  | 'deleted-document'
  | 'duplicate-id'
  | 'id-mismatch'
  | 'invalid-firestore';

/** The server's codes, such as `already-exists`. */
type ServerCode = string & Record<never, never>;

export interface ImportProblem {
  readonly code: ImportProblemCode | ServerCode;
  /** Line, from 1: the start of the document or row, or the position of the error; 0 for input without lines. */
  readonly line: number;
  /** Character in that line, from 1. */
  readonly column?: number | undefined;
  /** Byte offset in the input, from 0. */
  readonly byte?: number | undefined;
  /** The document's id, if known. */
  readonly id?: string | undefined;
  /** e.g. `productPrices[0].value`. */
  readonly path?: string | undefined;
  /** A sentence. */
  readonly message: string;
}

/** The input at the error: its text, or its bytes if they are not text. */
export type RawText = string | { readonly base64: string };

/** Values of the input that the documents can't hold, by column or field. */
export interface LeftOut {
  readonly name: string;
  readonly count: number;
}

/** A row of a table with its first line; the cells are in the order of the header. */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
}
