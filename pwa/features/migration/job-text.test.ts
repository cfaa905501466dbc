import { expect, test } from 'vitest';
import { toOutcome, toStateText } from './job-text.ts';
import { sampleCounts, sampleJob } from '../../../tests/support/sample-jobs.ts';

const undo = { kind: 'undo', job: 'job-1' } as const;
const undone = sampleJob({ undoneBy: 'job-2' });

test('[R-MIG-03] a job that left documents out does not claim that everything is written', () => {
  const counts = sampleCounts({ create: 2, reject: 14 });
  expect(toOutcome(sampleJob({ counts, problemCount: 14 }), undefined)).toBe(
    'Everything else is written; 14 documents left out: see the list. Undo takes back what is written.',
  );
  expect(toOutcome(sampleJob(), undefined)).toBe('Everything is written. Undo takes it all back.');
});

test('[R-MIG-03] an undo that skipped changed documents says how many were restored and how many were not', () => {
  const half = sampleJob({ spec: undo, counts: sampleCounts({ replace: 26, skip: 14 }), problemCount: 14 });
  expect(toOutcome(half, undefined)).toMatch(/^Taken back in 26 documents. 14 documents left as they are/);
  expect(toStateText(undone, half)).toBe('Undone in part');
  expect(toOutcome(undone, half)).toMatch(/^It was undone, but for 14 documents, which somebody has changed/);
});

test.each([
  ['running', 'Being undone', /^It is being undone/],
  ['failed', 'Undone in part', /^Undoing it stopped on its way/],
  ['cancelled', 'Undone in part', /^Undoing it stopped on its way/],
  ['done', 'Undone', /^It was undone: documents are as they were/],
] as const)('[R-MIG-03] a job whose undo is %s says so', (state, text, outcome) => {
  const undoing = sampleJob({ id: 'job-2', spec: undo, state });
  expect(toStateText(undone, undoing)).toBe(text);
  expect(toOutcome(undone, undoing)).toMatch(outcome);
});

test('[R-MIG-06] a job that was partly undone says that it can’t go on', () => {
  const partly = sampleJob({ state: 'cancelled', partlyUndoneBy: 'job-2' });
  expect(toStateText(partly, undefined)).toBe('Undone in part');
  expect(toOutcome(partly, undefined)).toMatch(/^Some of it was undone, so it can’t go on/);
});

const importSpec = {
  kind: 'import',
  collection: 'meadows',
  upload: 'u1',
  label: 'meadows.ndjson',
  mode: 'upsert',
  onConflict: 'overwrite',
} as const;
const someOfIt = { documents: 0, bytes: 9, totalBytes: 20 };

test('[R-MIG-05] an import that left out parts of its file says how many', () => {
  const counts = sampleCounts({ create: 2, reject: 1 });
  expect(toOutcome(sampleJob({ spec: importSpec, counts, problemCount: 3 }), undefined)).toBe(
    'Everything else is written; 1 part of the file left out: see the list. Undo takes back what is written.',
  );
});

test.each([
  ['receiving', /^The file is being sent/],
  ['interrupted', /^9 of 20 bytes have arrived. Send the rest.$/],
  ['cancelled', /^It was stopped before all of its file had arrived. Nothing was written.$/],
] as const)('[R-MIG-05] an import that is %s without its complete file says so', (state, outcome) => {
  const message = state === 'interrupted' ? '9 of 20 bytes have arrived. Send the rest.' : null;
  const job = sampleJob({ spec: importSpec, state, message, position: 0, file: someOfIt });
  expect(toOutcome(job, undefined)).toMatch(outcome);
});
