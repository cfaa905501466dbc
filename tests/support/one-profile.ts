import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { launchKillable, watchErrors, type KillableBrowser } from './chromium.ts';

/**
 * Runs a test in browsers of one new profile, each killed before the next one starts.
 * @param allowedErrors console errors that don't fail the test
 * @param browserArguments more arguments of the browsers
 */
export async function onOneProfile(
  run: (open: () => Promise<KillableBrowser>) => Promise<void>,
  allowedErrors?: RegExp,
  browserArguments?: readonly string[],
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'nankeen-profile-'));
  const errors: string[] = [];
  let last: KillableBrowser | undefined;
  try {
    await run(async () => {
      await last?.kill();
      last = await launchKillable(folder, browserArguments);
      last.context.on('page', (page) => watchErrors(page, errors));
      return last;
    });
  } finally {
    await last?.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
  expect(errors.filter((error) => !allowedErrors?.test(error))).toEqual([]);
}
