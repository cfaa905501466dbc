import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a folder that is removed after the test. @returns a function for paths in it */
export function createTemporaryFolder(): (name?: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'nankeen-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return (name = '') => join(folder, name);
}
