import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, vi } from 'vitest';
import { ADMIN_TOKEN } from '../support/core-server.ts';
import { onSmallDisk } from '../support/small-disk.ts';
import { createCliWorld } from './support/cli-run.ts';

afterEach(() => vi.unstubAllEnvs());

onSmallDisk('[R-ERR-07] names the temporary folder when it is full', async (path) => {
  const world = createCliWorld();
  const text = 'x'.repeat(500_000);
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
    await world.run(['import', 'big', '-'], JSON.stringify({ FBUID: id, text }));
  }
  vi.stubEnv('TMPDIR', path);
  const { exitCode, err } = await world.run(['export', 'big', '--format', 'csv']);
  expect(exitCode).toBe(11);
  expect(err).toContain(`A temporary file in ${path} (TMPDIR) can't be read or written: the disk is full.`);
});

onSmallDisk('[R-SHP-04] reports that the settings are on a read-only disk', async (path) => {
  mkdirSync(join(path, 'home'));
  execFileSync('mount', ['-o', 'remount,ro', path]);
  const world = createCliWorld({ XDG_CONFIG_HOME: join(path, 'home/deeper') });
  const { exitCode, err } = await world.run(['login'], ADMIN_TOKEN);
  expect(exitCode).toBe(11);
  expect(err).toMatch(/profiles\.json can't be read or written: the disk is read-only\./);
});
