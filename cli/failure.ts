import { AppError } from '#shared/kernel/app-error.ts';
import { EXIT, EXIT_OF_CODE, type ExitCode } from './exit-codes.ts';

export interface FailureDetails {
  /** Stands before the message instead of the command's name. */
  readonly heading?: string | undefined;
  /** What to do next. */
  readonly hint?: string | undefined;
  /** Lines below the message, e.g. the problems of an input. */
  readonly lines?: readonly string[] | undefined;
  /** Goes into the result object of `--json`. */
  readonly result?: Readonly<Record<string, unknown>> | undefined;
  /** Nothing was written, and the message says so. */
  readonly nothingWritten?: boolean | undefined;
  readonly cause?: unknown;
}

/** Ends a command with an exit code and sentences for a person. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: ExitCode;
  readonly heading: string;
  readonly hint: string | undefined;
  readonly lines: readonly string[];
  readonly result: Readonly<Record<string, unknown>>;
  readonly nothingWritten: boolean;

  constructor(exitCode: ExitCode, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.exitCode = exitCode;
    this.heading = details.heading ?? 'nankeen:';
    this.hint = details.hint;
    this.lines = details.lines ?? [];
    this.result = details.result ?? {};
    this.nothingWritten = details.nothingWritten === true;
  }
}

/** A copy with another hint, or none. */
export function withHint(failure: Failure, hint: string | undefined): Failure {
  return new Failure(failure.exitCode, failure.message, { ...failure, hint, cause: failure });
}

/** A copy with one more sentence. */
export function addSentence(failure: Failure, sentence: string): Failure {
  return new Failure(failure.exitCode, `${failure.message} ${sentence}`, { ...failure, cause: failure });
}

/** Runs a step that precedes all writes: its failure says that nothing was written. @throws Failure */
export async function withoutWrites<Result>(step: Promise<Result>): Promise<Result> {
  return step.catch((error: unknown) => {
    throw sayNothingWritten(error);
  });
}

/** A failure that says that nothing was written; a usage error needs no such sentence. */
export function sayNothingWritten(error: unknown): Failure {
  const failure = toFailure(error);
  if (failure.exitCode === EXIT.usage || failure.nothingWritten) return failure;
  return addSentence(failure, 'Nothing was written.');
}

const IO_SENTENCES: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be too large',
  EISDIR: 'it is a folder',
  EMFILE: 'too many files are open',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is not a folder',
  EPERM: 'it is not permitted',
  EROFS: 'the disk is read-only',
};

/** Whatever was thrown as a failure that a person can read; never a stack. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof AppError) {
    const where = error.path === undefined || error.path === '' ? '' : ` (${error.path})`;
    return new Failure(toExitCode(error), `${error.message}${where}`, {
      result: { code: error.code },
      nothingWritten: error.nothingWritten,
    });
  }
  if (isSystemError(error)) return toIoFailure(error, error.path);
  const message = error instanceof Error ? error.message : String(error);
  return new Failure(EXIT.unexpected, `Something unexpected happened: ${message}`, { cause: error });
}

function toExitCode({ reason, code, status }: AppError): ExitCode {
  if (reason === 'LOCKED') return EXIT.locked;
  // Too much of it: waiting would not help.
  if (status === 413) return EXIT.invalidInput;
  return EXIT_OF_CODE[code];
}

/** The system's refusal of a file, by the name a person knows. */
export function toIoFailure(error: unknown, file = 'A file'): Failure {
  if (!isSystemError(error)) return toFailure(error);
  const reason = IO_SENTENCES[error.code] ?? error.code;
  return new Failure(EXIT.localIo, `${file} can't be read or written: ${reason}.`, { cause: error });
}

interface SystemError extends Error {
  readonly code: string;
  readonly path?: string;
}

function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}
