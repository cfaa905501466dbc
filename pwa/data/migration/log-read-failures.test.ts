import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Job } from '#shared/migration/job.ts';
import type { ReadSide } from '#shared/migration/read-failures.ts';
import { createReadFailureLog, logUnread } from './log-read-failures.ts';

const logged = vi.spyOn(console, 'error');
beforeEach(() => void logged.mockReset().mockReturnValue());
afterAll(() => logged.mockRestore());

const DATA = 'Error fetching migration data collection:';
const RESULT = 'Error fetching migration result collection:';
const job = (id: string, message: string | null, failedRead?: ReadSide) =>
  ({ id, message, ...(failedRead ? { failedRead } : {}) }) as Job;

test.each([
  [DATA, 'source'],
  [RESULT, 'target'],
])('[R-ERR-07] a plan with an unreadable collection is logged as “%s”', (text, path) => {
  const error = new AppError('internal', 'A page is torn.', { path });
  logUnread(error);
  expect(logged).toHaveBeenCalledExactlyOnceWith(text, error);
});

test('[R-ERR-07] a plan that gets no response is logged, an invalid request is not', () => {
  logUnread(new AppError('invalid-argument', 'Not a condition.', { path: 'where[0]' }));
  logUnread(new AppError('aborted', 'The plan is out of date.'));
  expect(logged).not.toHaveBeenCalled();
  logUnread(new AppError('unavailable', 'No response.'));
  expect(logged).toHaveBeenCalledExactlyOnceWith(DATA, expect.any(AppError));
});

test.each([
  [DATA, 'source'],
  [RESULT, 'target'],
] as const)('[R-ERR-07] a job stopped by a failed read is logged once as “%s”', (text, side) => {
  const log = createReadFailureLog();
  log.follow([job('old', 'Long ago.', 'source'), job('new', null), job('full', null)]);
  const stopped = [
    job('old', 'Long ago.', 'source'),
    job('new', 'A page is torn.', side),
    job('full', `${DATA} is not what stopped it.`),
  ];
  log.follow(stopped);
  log.follow(stopped);
  expect(logged).toHaveBeenCalledExactlyOnceWith(text, 'A page is torn.');
});

test('[R-ERR-07] a resumed job that a failed read stops again is logged again', () => {
  const log = createReadFailureLog();
  const stopped = [job('a', 'A page is torn.', 'source')];
  for (const jobs of [[job('a', null)], stopped, [job('a', null)], stopped]) log.follow(jobs);
  expect(logged).toHaveBeenCalledTimes(2);
  log.forget('a');
  log.follow(stopped);
  expect(logged).toHaveBeenCalledTimes(3);
});
