import type { FileProgress } from '#shared/migration/job.ts';
import type { ImportJobSpec } from '#shared/migration/job-spec.ts';
import type { ImportReport, PlanProblem } from '#shared/migration/plan.ts';

/** A document of a file, checked and ready to be written. */
export interface CheckedDocument {
  /** Place in the file: line from 1; byte from 0, where known. */
  readonly line: number;
  readonly byte: number | undefined;
  /** ISO time of its last change, if the file has it. */
  readonly updatedAt: string | undefined;
  readonly id: string;
  readonly document: Readonly<Record<string, unknown>>;
}

export interface CheckedPage {
  /** In the order of the file; empty at the end. */
  readonly documents: readonly CheckedDocument[];
  /** Where the next page begins. */
  readonly next: number;
}

/** A file that was read completely. */
export interface CheckedFile {
  readonly report: ImportReport;
  /** The first 1,000. */
  readonly problems: readonly PlanProblem[];
  readonly problemCount: number;
  /** Total of all checked documents. */
  readonly bytes: number;
  /** The documents from an offset: a few milliseconds' worth, or all of them. */
  read(from: number, isWhole?: boolean): Promise<CheckedPage>;
}

/** A document that was rejected at write time. */
export interface RejectedDocument {
  readonly document: CheckedDocument;
  readonly problems: readonly PlanProblem[];
}

export interface Arrival {
  readonly bytes: number;
  readonly totalBytes: number;
  /** Epoch milliseconds. */
  readonly lastByteAt: number;
}

/** The uploaded files that imports read. */
export interface ImportFiles {
  /** How much of an upload has arrived; `undefined` when there is no such upload. */
  arrival(upload: string): Promise<Arrival | undefined>;
  /**
   * Reads and checks a file, or reuses the check made with the same settings.
   * @throws AppError for a file that can't be read at all, and `aborted` when `signal` ends it
   */
  check(spec: ImportJobSpec, signal?: AbortSignal): Promise<CheckedFile>;
  /** Progress of a running check. */
  progress(upload: string): FileProgress | undefined;
  addRejects(spec: ImportJobSpec, rejected: readonly RejectedDocument[]): Promise<void>;
  /** What could not be imported, one JSON line each, to correct and import again. */
  rejects(spec: ImportJobSpec): AsyncIterable<Uint8Array>;
  /** Removes the file of a finished import; keeps its rejects if there are any. */
  finish(spec: ImportJobSpec, hasRejects: boolean): Promise<void>;
}
