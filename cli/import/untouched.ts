import { EXIT } from '#cli/exit-codes.ts';
import { addSentence, toFailure } from '#cli/failure.ts';

/** A step before anything is written: where it fails, it says so. @throws Failure */
export async function untouched<Result>(step: Promise<Result>): Promise<Result> {
  return step.catch((error: unknown) => {
    const failure = toFailure(error);
    const isSaid =
      failure.exitCode === EXIT.usage || /\bNothing was (changed|written)\b/.test(failure.message);
    throw isSaid ? failure : addSentence(failure, 'Nothing was written.');
  });
}
