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

/** The server's codes come as texts, e.g. `already-exists`. */
type ServerCode = string & Record<never, never>;

export interface ImportProblem {
  readonly code: ImportProblemCode | ServerCode;
  /** Line of the input, from 1: where the document or row begins, or where the mistake stands; 0 for what has no lines. */
  readonly line: number;
  /** Character in that line, from 1. */
  readonly column?: number | undefined;
  /** Offset in the input in bytes, from 0. */
  readonly byte?: number | undefined;
  /** The document's id, as far as it is known. */
  readonly id?: string | undefined;
  /** e.g. `productPrices[0].value`. */
  readonly path?: string | undefined;
  /** A sentence. */
  readonly message: string;
}

/** What stood where something is wrong: its text, or its bytes where they are no text. */
export type RawText = string | { readonly base64: string };

/** Values of the input that have no place in the documents, by column or field. */
export interface LeftOut {
  readonly name: string;
  readonly count: number;
}

/** A row of a table with the line it begins on; the cells stand in the order of the header. */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
}
