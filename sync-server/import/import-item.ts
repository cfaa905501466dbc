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
  /** ISO time of its last change, where the file holds it. */
  readonly updatedAt: string | undefined;
  readonly line: number;
  /** Offset in the unpacked file. */
  readonly byte: number | undefined;
}

/** A part of the file that can't be imported, with at least one reason. */
export interface RejectedPart {
  readonly kind: 'rejected';
  readonly problems: readonly ImportProblem[];
  /** Its text, which can be imported once it is corrected. */
  readonly raw: RawText | undefined;
}

/** A document as a format's reader hands it on: neither renamed, completed nor checked. */
export interface ReadDocument {
  readonly kind: 'document';
  readonly document: Readonly<Record<string, unknown>>;
  readonly line: number;
  readonly byte?: number | undefined;
  /** Its text in the file; `undefined` where `document` says it all. */
  readonly raw?: string | undefined;
  /** Whether `raw` is what `JSON.stringify(document)` returns. */
  readonly isCanonical?: boolean;
  /** Its id by its place in the file, which a document without an own FBUID takes. */
  readonly key?: string | undefined;
  readonly updatedAt?: string | undefined;
  /** What is wrong with its text; the document's own faults are found later. */
  readonly problems?: readonly ImportProblem[];
}

/** What a format's reader finds, in file order. */
export type ReadPart =
  | ReadDocument
  | RejectedPart
  /** `what`: plural noun for the list of what was not imported. */
  | { readonly kind: 'left-out'; readonly what: string };
