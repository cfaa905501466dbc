import { AppError } from '#shared/kernel/app-error.ts';
import { EXIT, EXIT_OF_CODE, type ExitCode } from './exit-codes.ts';

export interface FailureDetails {
  /** Printed before the message instead of `nankeen:`. */
  readonly heading?: string | undefined;
  /** What to do next. */
  readonly hint?: string | undefined;
  /** Lines below the message, such as the problems of an input. */
  readonly lines?: readonly string[] | undefined;
  /** Added to the result object of `--json`. */
  readonly result?: Readonly<Record<string, unknown>> | undefined;
  /** Nothing was written, and the message says so. */
  readonly nothingWritten?: boolean | undefined;
  readonly cause?: unknown;
}

/** Ends a command with an exit code and a message for a person. */
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

/** Runs a step that precedes all writes. @throws Failure that says that nothing was written */
export async function withoutWrites<Result>(step: Promise<Result>): Promise<Result> {
  return step.catch((error: unknown) => {
    throw sayNothingWritten(error);
  });
}

/** Adds that nothing was written, unless the failure says so already or is a usage error. */
export function sayNothingWritten(error: unknown): Failure {
  const failure = toFailure(error);
  if (failure.exitCode === EXIT.usage || failure.nothingWritten) return failure;
  return addSentence(failure, 'Nothing was written.');
}

const IO_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EDQUOT: 'disk quota exceeded',
  EFBIG: 'file too large',
  EISDIR: 'it is a folder',
  EMFILE: 'too many open files',
  ENOENT: 'no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'part of the path is not a folder',
  EPERM: 'operation not permitted',
  EROFS: 'the disk is read-only',
};

/** Turns anything thrown into a failure with a readable message; never a stack trace. */
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
  return new Failure(EXIT.unexpected, `Unexpected error: ${message}`, { cause: error });
}

function toExitCode({ reason, code, status }: AppError): ExitCode {
  if (reason === 'LOCKED') return EXIT.locked;
  // The input is too large: retrying would not help.
  if (status === 413) return EXIT.invalidInput;
  return EXIT_OF_CODE[code];
}

/** A file system error, with the name of the file as the user typed it. */
export function toIoFailure(error: unknown, file = 'A file'): Failure {
  if (!isSystemError(error)) return toFailure(error);
  const reason = IO_REASONS[error.code] ?? error.code;
  return new Failure(EXIT.localIo, `${file} can't be read or written: ${reason}.`, { cause: error });
}

interface SystemError extends Error {
  readonly code: string;
  readonly path?: string;
}

function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}
