import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Creates a folder that is removed after the test. @returns a function for paths in it */
export function createTemporaryFolder(): (name?: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'nankeen-test-'));
  folders.push(folder);
  return (name = '') => join(folder, name);
}
