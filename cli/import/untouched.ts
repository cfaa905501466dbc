import { EXIT } from '#cli/exit-codes.ts';
import { addSentence, toFailure } from '#cli/failure.ts';

/** A step before anything is written: where it fails, it says so. @throws Failure */
export async function untouched<Result>(step: Promise<Result>): Promise<Result> {
  return step.catch((error: unknown) => {
    const failure = toFailure(error);
    throw failure.exitCode === EXIT.usage ? failure : addSentence(failure, 'Nothing was written.');
  });
}
