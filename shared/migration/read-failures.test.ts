import * as v from 'valibot';
import { expect, test } from 'vitest';
import { sampleJob } from '../../tests/support/sample-jobs.ts';
import { jobSchema } from './job.ts';
import { READ_FAILURES } from './read-failures.ts';

test.each([
  ['source', 'Error fetching migration data collection:'],
  ['target', 'Error fetching migration result collection:'],
] as const)(
  '[R-ERR-07] a job reports an unreadable %s in `failedRead`, which has a heading',
  (side, heading) => {
    expect(READ_FAILURES[side]).toBe(heading);
    expect(v.parse(jobSchema, sampleJob({ failedRead: side })).failedRead).toBe(side);
    const other = { ...sampleJob(), failedRead: 'disk' };
    expect(v.safeParse(jobSchema, other).success).toBe(false);
  },
);
