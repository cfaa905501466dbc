import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../tests/support/test-clock.ts';
import { createProgress, type ProgressState } from './progress.ts';

/** What is printed for `states`, each reported a number of milliseconds after the previous one. */
function show(
  states: readonly (readonly [number, ProgressState])[],
  { isInteractive = false, isQuiet = false } = {},
): string[] {
  const written: string[] = [];
  const err = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk.toString('utf8'));
      done();
    },
  });
  const clock = createTestClock();
  const progress = createProgress({
    terminal: {
      out: err,
      err,
      isInteractive,
      isOutTerminal: false,
      outHasColours: false,
      errHasColours: false,
    },
    clock,
    label: 'Sent',
    isQuiet,
  });
  for (const [ms, state] of states) {
    clock.advance(ms);
    progress.report(state);
  }
  progress.end();
  return written;
}

const HALF = { documents: 500_000, bytes: 242_000_000, totalDocuments: 1_000_000 };

describe('progress', () => {
  it('[R-SHP-04] shows a bar with rate, bytes and time left on a terminal, and clears it at the end', () => {
    const written = show(
      [
        [50, HALF],
        [9_950, HALF],
        [50, HALF],
      ],
      { isInteractive: true },
    );
    expect(written).toEqual([
      '\r\u001b[KSent  ████████░░░░░░░░  50 %  500,000 of 1,000,000  50,000/s  242 MB  10 s left',
      '\r\u001b[K',
    ]);
    expect(written[0]?.length).toBeLessThanOrEqual(80 + 4);
  });

  it('[R-SHP-04] prints a line every five seconds elsewhere', () => {
    expect(
      show([
        [4_999, HALF],
        [1, HALF],
        [4_000, HALF],
        [1_000, HALF],
      ]),
    ).toEqual([
      'Sent 500,000 of 1,000,000 documents, 100,000 a second, 242 MB, 5 s left\n',
      'Sent 500,000 of 1,000,000 documents, 50,000 a second, 242 MB, 10 s left\n',
    ]);
  });

  it('[R-SHP-04] estimates the time left from bytes when the number of documents is unknown', () => {
    expect(show([[60_000, { documents: 10, bytes: 1_000, totalBytes: 4_000 }]])).toEqual([
      'Sent 10 documents, 0 a second, 1.0 kB, 3 min 0 s left\n',
    ]);
  });

  it('[R-SHP-04] counts the rate of resumed work from where it resumed', () => {
    const state = { documents: 21_000, totalDocuments: 24_000, before: 20_000 };
    expect(show([[5_000, state]])).toEqual(['Sent 21,000 of 24,000 documents, 200 a second, 15 s left\n']);
  });

  it('[R-SHP-04] shows bytes while there are no documents, and restarts the rate for each phase', () => {
    const upload = { label: 'Uploaded', totalBytes: 88_000_000, before: 8_000_000 };
    expect(
      show(
        [
          [1_000, { ...upload, bytes: 8_000_000 }],
          [10_000, { ...upload, bytes: 28_000_000 }],
          [1_000, { label: 'Read', documents: 0, bytes: 0, totalBytes: 88_000_000 }],
          [2_000, { label: 'Read', documents: 50_000, bytes: 44_000_000, totalBytes: 88_000_000 }],
        ],
        { isInteractive: true },
      ).map((text) => text.replace('\r\u001b[K', '')),
    ).toEqual([
      'Uploaded  █░░░░░░░░░░░░░░░  9 %  8.0 MB of 88.0 MB  0 B/s',
      'Uploaded  █████░░░░░░░░░░░  31 %  28.0 MB of 88.0 MB  2.0 MB/s  30 s left',
      'Read  ░░░░░░░░░░░░░░░░  0 %  0  0/s  0 B',
      'Read  ████████░░░░░░░░  50 %  50,000  25,000/s  44.0 MB  2 s left',
      '',
    ]);
  });

  it('[R-SHP-04] shows no time left when the total is unknown, and nothing when quiet', () => {
    expect(show([[5_000, { documents: 10 }]])).toEqual(['Sent 10 documents, 2 a second\n']);
    expect(show([[5_000, HALF]], { isQuiet: true })).toEqual([]);
  });
});
