import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toFailure } from '#cli/failure.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { READ_FAILURES } from '#shared/migration/read-failures.ts';

/** Errors of the request itself, not of reading. */
const NOT_READING: ReadonlySet<number> = new Set([
  EXIT.usage,
  EXIT.invalidInput,
  EXIT.conflict,
  EXIT.interrupted,
  EXIT.terminated,
]);

/** A failure to plan a copy or rename, with the heading for the collection that could not be read. */
export function toReadFailure(error: unknown): Failure {
  const failure = toFailure(error);
  if (NOT_READING.has(failure.exitCode)) return failure;
  const isReported = error instanceof AppError;
  const isTarget = isReported && error.path === 'target';
  const message = isReported ? error.message : failure.message;
  const { hint, lines, result } = failure;
  const heading = READ_FAILURES[isTarget ? 'target' : 'source'];
  return new Failure(failure.exitCode, message, { heading, hint, lines, result, cause: error });
}
