import { describe, expect, it } from 'vitest';
import { AppError, fromErrorBody, toErrorBody } from '#shared/kernel/app-error.ts';
import { EXIT } from './exit-codes.ts';
import { addSentence, Failure, withHint, withoutWrites } from './failure.ts';

const SAID = { nothingWritten: true };

async function messageOf(error: unknown): Promise<string> {
  return withoutWrites(Promise.reject(error as Error)).catch((failure: Failure) => failure.message);
}

describe('a step that precedes all writes', () => {
  it('[R-SHP-04] fails with the sentence that nothing was written', async () => {
    expect(await messageOf(new AppError('unavailable', 'Away.'))).toBe('Away. Nothing was written.');
    expect(await messageOf(new Failure(EXIT.localIo, 'No file.'))).toBe('No file. Nothing was written.');
  });

  it('[R-SHP-04] leaves out the sentence when the error carries it as a flag, over the wire too', async () => {
    const refused = new AppError('failed-precondition', 'In the way; the store is as it was.', SAID);
    const received = fromErrorBody(JSON.parse(JSON.stringify(toErrorBody(refused))), refused.status);
    for (const error of [refused, received]) {
      expect(await messageOf(error)).toBe('In the way; the store is as it was.');
    }
    const failure = addSentence(withHint(new Failure(EXIT.conflict, 'No.', SAID), 'Wait.'), 'Kept.');
    expect(await messageOf(failure)).toBe('No. Kept.');
  });

  it('[R-SHP-04] never reads the sentence out of a message', async () => {
    const text = 'Nothing was written.';
    expect(await messageOf(new AppError('aborted', text))).toBe(`${text} Nothing was written.`);
  });

  it('[R-SHP-04] leaves a usage error alone', async () => {
    expect(await messageOf(new Failure(EXIT.usage, 'Which file?'))).toBe('Which file?');
  });
});
