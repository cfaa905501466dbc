import type { ImportProblem, RawText } from '#shared/import/import-problem.ts';

/** One result of reading an import file, in file order. */
export type ImportItem = ImportedDocument | RejectedPart;

/** A document that passed every check. */
export interface ImportedDocument {
  readonly kind: 'document';
  readonly id: string;
  /** Without `writeId` and `sync`. */
  readonly document: Readonly<Record<string, unknown>>;
  /** The document as `JSON.stringify` writes it. */
  readonly json: string;
  /** ISO time of its last change, if the file has it. */
  readonly updatedAt: string | undefined;
  readonly line: number;
  /** Offset in the unpacked file. */
  readonly byte: number | undefined;
}

/** A part of the file that cannot be imported, with at least one problem. */
export interface RejectedPart {
  readonly kind: 'rejected';
  readonly problems: readonly ImportProblem[];
  /** Its text, which can be corrected and imported. */
  readonly raw: RawText | undefined;
}

/** A document from a format's reader, not yet renamed, completed or validated. */
export interface ReadDocument {
  readonly kind: 'document';
  readonly document: Readonly<Record<string, unknown>>;
  readonly line: number;
  readonly byte?: number | undefined;
  /** Its text in the file; `undefined` when `document` is equivalent. */
  readonly raw?: string | undefined;
  /** Whether `raw` equals `JSON.stringify(document)`. */
  readonly isCanonical?: boolean;
  /** The id that its place in the file implies, for a document without an FBUID. */
  readonly key?: string | undefined;
  readonly updatedAt?: string | undefined;
  /** Problems of its text; the document itself is validated later. */
  readonly problems?: readonly ImportProblem[];
}

/** Output of a format's reader, in file order. */
export type ReadPart =
  | ReadDocument
  | RejectedPart
  /** `what`: plural noun for the list of skipped content. */
  | { readonly kind: 'left-out'; readonly what: string };
