import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import {
  HEARTBEAT_MS,
  MAX_PAGE_DOCUMENTS,
  MAX_POLL_SECONDS,
  MAX_PUSH_BYTES,
  MAX_PUSH_ROWS,
  MIN_POLL_SECONDS,
  pushResponseSchema,
  pushRowSchema,
} from '#shared/sync/messages.ts';

describe('messages of the sync protocol', () => {
  it('[R-DOC-07] a long poll lasts 5 to 30 seconds, and two heartbeats fit into the longest', () => {
    expect([MIN_POLL_SECONDS, MAX_POLL_SECONDS]).toEqual([5, 30]);
    expect(2 * HEARTBEAT_MS).toBe(MAX_POLL_SECONDS * 1000);
  });

  it('[PU2] a push carries at most 100 rows and 1 MiB, a page at most 1000 documents', () => {
    expect([MAX_PUSH_ROWS, MAX_PUSH_BYTES, MAX_PAGE_DOCUMENTS]).toEqual([100, 1_048_576, 1000]);
  });

  it('[PU8] a row names its base by writeId alone or by the whole document, or has none', () => {
    const newDocumentState = { FBUID: 'a', writeId: 'w2', name: 'Ada' };
    const isRow = (row: object) => v.is(pushRowSchema, { collection: 'contacts', newDocumentState, ...row });
    expect(
      [{}, { assumedMasterState: { writeId: 'w1' } }, { assumedMasterState: { FBUID: 'a' } }].every(isRow),
    ).toBe(true);
    const entry = { writeId: 'w1', at: '2026-03-02T20:00:00.000+11:00', data: {} };
    expect([{ trail: [entry] }, { trail: [], madeAt: entry.at }].every(isRow)).toBe(true);
    const refused = [
      { collection: 7 },
      { newDocumentState: {} },
      { newDocumentState: { FBUID: '' } },
      { assumedMasterState: 'w1' },
      { other: 1 },
    ];
    expect(
      [
        ...refused,
        { trail: [{ ...entry, writeId: '' }] },
        { trail: Array.from({ length: 1001 }, () => entry) },
      ].some(isRow),
    ).toBe(false);
  });

  it('[PU2] a push response is valid only if every verdict in it is known', () => {
    const verdict = { id: 'a', writeId: 'w1', verdict: 'rejected', code: 'aborted' };
    const isPushResponse = (...verdicts: object[]) => v.is(pushResponseSchema, { verdicts, rewinds: [] });
    expect([
      isPushResponse(),
      isPushResponse(verdict),
      isPushResponse({ ...verdict, verdict: 'gone', news: 1 }),
    ]).toEqual([true, true, true]);
    expect([
      isPushResponse(verdict, { ...verdict, verdict: 'perhaps' }),
      isPushResponse({ ...verdict, code: 'ok' }),
    ]).toEqual([false, false]);
  });
});
