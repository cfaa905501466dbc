import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createAccountWorld } from '../../tests/support/account-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'nankeen-accounts-'));
afterEach(() => readdirSync(folder).forEach((name) => rmSync(join(folder, name))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('[R-AUT-01] the first sign-in loads the provider and creates the demo staff account; visitors do not load it', async () => {
  const file = join(folder, 'accounts.sqlite');
  const world = await createAccountWorld({ file });
  const elsewhere = new Database(file);
  const isLoaded = () =>
    elsewhere.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'user'`).get() !== undefined;
  await world.accounts.ensureDemoStaff('staff@nankeen.example', 'a password of the demo');
  expect(await world.session()).toEqual({ account: null, isStaff: false });
  expect(await world.session()).toEqual({ account: null, isStaff: false });
  expect(isLoaded()).toBe(false);
  expect((await world.signIn('staff@nankeen.example', 'a password of the demo')).status).toBe(200);
  expect(isLoaded()).toBe(true);
  expect(await world.session()).toMatchObject({ account: { email: 'staff@nankeen.example' } });
  elsewhere.close();
  await world.close();
});

test('[R-AUT-01] a damaged accounts file fails the start, not the first sign-in', async () => {
  const file = join(folder, 'accounts.sqlite');
  writeFileSync(file, 'x'.repeat(8192));
  await expect(createAccountWorld({ file })).rejects.toThrow(/not a database/);
});
