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

  constructor(exitCode: ExitCode, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.exitCode = exitCode;
    this.heading = details.heading ?? 'nankeen:';
    this.hint = details.hint;
    this.lines = details.lines ?? [];
    this.result = details.result ?? {};
  }
}

/** The same with another hint, or none. */
export function withHint(failure: Failure, hint: string | undefined): Failure {
  const { exitCode, message, heading, lines, result } = failure;
  return new Failure(exitCode, message, { heading, hint, lines, result, cause: failure });
}

/** The same with one more sentence. */
export function addSentence(failure: Failure, sentence: string): Failure {
  const { exitCode, message, heading, hint, lines, result, cause } = failure;
  return new Failure(exitCode, `${message} ${sentence}`, { heading, hint, lines, result, cause });
}

/** A step before anything is written: when it fails, it says so. @throws Failure */
export async function untouched<Result>(step: Promise<Result>): Promise<Result> {
  return step.catch((error: unknown) => {
    const failure = toFailure(error);
    const { exitCode, message } = failure;
    if (exitCode === EXIT.usage || /\bNothing (was|would be) (changed|stored|written)\b/i.test(message))
      throw failure;
    throw addSentence(failure, 'Nothing was written.');
  });
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
    const exitCode = toExitCode(error);
    return new Failure(exitCode, `${error.message}${where}`, { result: { code: error.code } });
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
