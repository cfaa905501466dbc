import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RULE_TABLE } from '../support/rule-table.ts';
import { appReason, importReason, planReason, serverReason, type Reason } from './document-verdicts.ts';
import {
  randomDocument,
  toDocument,
  type LargeDocument,
  type RandomDocument,
} from './documents-good-and-bad.ts';
import { isSoak, SEED, toCount } from './soak-setting.ts';

const count = toCount('RULE_DOCUMENTS', { suite: 20_000, soak: 1_000_000 });
/** Batch size; the process yields between batches. */
const STEP = 2_000;
/** Generous for a busy machine. */
const TIMEOUT_MS = isSoak ? 5 * 3_600_000 : 180_000;

/** Responses and verdicts keep the beginning of a message that quotes a long value. */
const KEPT_CHARACTERS = 250;
const toComparable = (reason: Reason) =>
  reason && `${reason.path}: ${reason.message.slice(0, KEPT_CHARACTERS)}`;

it(
  `[R-DOC-01] [R-DOC-02] [R-DOC-03] [R-DOC-04] [R-DOC-05] [PU5] server, import and app agree on any document (seed ${SEED}, ${count} documents)`,
  { timeout: TIMEOUT_MS },
  async () => {
    const met = new Map<string, number>();
    const judge = (random: RandomDocument | LargeDocument) => {
      const document = toDocument(random);
      const told = importReason(document);
      expect(toComparable(serverReason(document))).toBe(toComparable(told));
      // The app writes no free collection, and none of its own takes what one request couldn't carry.
      if (document.collection !== 'human' || !('over' in random))
        expect(toComparable(appReason(document))).toBe(toComparable(told));
      expect(planReason(document)?.code).toBe(told?.code);
      const code = told?.code ?? 'taken';
      if (told) expect(RULE_TABLE).toHaveProperty([code]);
      met.set(code, (met.get(code) ?? 0) + 1);
    };
    for (let done = 0; done < count; done += STEP) {
      fc.assert(fc.property(randomDocument, judge), {
        seed: SEED + done,
        numRuns: Math.min(STEP, count - done),
      });
      await new Promise(setImmediate);
    }
    const summary = [...met].sort(([, a], [, b]) => b - a).map(([code, times]) => `${code} ${times}`);
    console.log(`seed ${SEED}: ${count} documents, all agree: ${summary.join(', ')}`);
    expect(met.get('taken')).toBeGreaterThan(count / 10);
    expect(met.size).toBeGreaterThan(15);
  },
);
