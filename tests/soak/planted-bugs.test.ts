import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPostgres } from '../../scripts/postgres-server.ts';
import { toTestPrograms } from '../support/programs.ts';
import { PROJECT_ROOT } from '../support/source-files.ts';
import { PLANTED_BUGS, type PlantedBug } from './planted-bugs.ts';
import { POSTGRES_BUGS } from './planted-postgres-bugs.ts';
import { canRecord } from './power-cut-recorder.ts';
import { isSoak, modelRuns, SEED } from './soak-setting.ts';

const TESTS = {
  model: 'tests/sync/random-runs.test.ts',
  'pinned runs': 'tests/sync/random-runs.test.ts',
  kill: 'tests/contracts/document-store-kill-process.test.ts',
  'file kill': 'tests/soak/kill-files.test.ts',
  payments: 'tests/contracts/payment-store.test.ts',
  'payment histories': 'tests/server/payment-histories.test.ts',
  'payment power cut': 'tests/soak/power-cut-payments.test.ts',
  'order moves': 'tests/server/paid-order-moves.test.ts',
  'price ids': 'tests/server/price-ids.test.ts',
  'file calls': 'tests/server/files-sending.test.ts',
  'second factor': 'tests/server/second-factor.test.ts',
  'session tokens': 'tests/server/account-sessions.test.ts',
  'mail kill': 'tests/server/mail-process.test.ts',
  stories: 'tests/sync/written-in-between.test.ts',
  'restore stories': 'tests/sync/scenarios-restore.test.ts',
  'late responses': 'tests/sync/late-responses.test.ts',
  'power cut': 'tests/soak/power-cut.test.ts',
  'file power cut': 'tests/soak/power-cut-files.test.ts',
  'several nodes': 'tests/postgres/several-nodes.test.ts',
  'database failures': 'tests/postgres/failures.test.ts',
  failover: 'tests/postgres/failover.test.ts',
  'PostgreSQL stores': 'tests/postgres/stores.test.ts',
};
/** Title of the test that must find the bug, if its file has several. */
const TITLES: Partial<Record<PlantedBug['foundBy'], string>> = {
  model: 'any order of writes',
  'pinned runs': 'a past failure stays fixed',
  failover: 'no node goes on in the old one',
  'session tokens': 'no response of an account route carries the token',
};
/** In the suite, as many as without a bug, to prove that they suffice. */
const RUNS = isSoak ? 400 : modelRuns;

test('every planted bug has exactly one place in the source', () => {
  for (const { name, file, from } of PLANTED_BUGS) {
    expect(
      readFileSync(join(PROJECT_ROOT, file), 'utf8').split(from).length - 1,
      `${name}: places in ${file}`,
    ).toBe(1);
  }
});

// The suite proves with three bugs that the harness finds them; the soak runs all.
const IN_SUITE = [
  'a conflict is overlooked',
  'a restart evicts documents with waiting writes',
  'settling a refused write drops writes recorded since',
];
const chosen = process.env['PLANTED'];
const sought = PLANTED_BUGS.filter(({ name }) =>
  chosen === undefined ? isSoak || IN_SUITE.includes(name) : name.includes(chosen),
)
  .filter(({ foundBy }) => !foundBy.endsWith('power cut') || canRecord())
  .filter((bug) => !POSTGRES_BUGS.includes(bug) || findPostgres() !== undefined);

for (const bug of sought) {
  test(`the harness finds the bug: ${bug.name} (seed ${SEED})`, { timeout: 600_000 }, async () => {
    const { code, output } = await runWith(bug);
    expect(code, output.slice(-2000)).toBe(1);
    expect(output, 'found by a failing test, not by one that could not run').toMatch(/Tests .*\d+ failed/);
    expect(output).not.toContain('The recorded server ended');
  });
}

/** Runs the tests that must find a bug on sources that have it. */
function runWith(bug: PlantedBug): Promise<{ code: number | null; output: string }> {
  const vitest = join(PROJECT_ROOT, 'node_modules/vitest/vitest.mjs');
  const args = ['run', '--config', 'tests/soak/planted.config.ts', '--no-color', TESTS[bug.foundBy]];
  const title = TITLES[bug.foundBy];
  if (title !== undefined) args.push('--testNamePattern', title);
  const number = String(PLANTED_BUGS.indexOf(bug));
  const child = spawn(process.execPath, [vitest, ...args], {
    cwd: PROJECT_ROOT,
    env: {
      ...process.env,
      PLANTED_BUG: number,
      ...(['file kill', 'mail kill'].includes(bug.foundBy)
        ? { NANKEEN_PACKAGE: toTestPrograms(number) }
        : {}),
      SYNC_RUNS: String(RUNS),
      SOAK_SEED: String(SEED),
      TEST_SEED: String(SEED),
      NO_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const read = (chunk: Buffer) => void (output += chunk.toString());
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve({ code, output }));
  });
}
