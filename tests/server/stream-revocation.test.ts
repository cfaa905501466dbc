import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Hello } from '#shared/sync/messages.ts';
import { ANN, createAccountWorld, toCookieHeader } from '../support/account-world.ts';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { dataPath, pushRow, row, signIn } from '../support/core-calls.ts';
import { enquiryContent } from '../support/samples.ts';
import { createStreamReader } from '../support/stream-reader.ts';

const ADA = { device: 'ada' };

describe('a stream whose rights are revoked', () => {
  let server: CoreServer;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    server = createCoreServer();
  });
  afterEach(() => vi.useRealTimers());

  const open = async (as: Caller) => createStreamReader(await server.request(dataPath('stream'), { as }));
  const eventsOf = async (reader: Awaited<ReturnType<typeof open>>, until: string) =>
    (await reader.until(until)).map(({ event }) => event);
  const enquire = (id: string) => pushRow(server, ADA, 'contacts', row(id, `w-${id}`, enquiryContent()));

  test.each([
    ['the session ends elsewhere', () => server.sessions.delete('sam')],
    ['the staff grant is revoked', () => signIn(server, 'sam', false)],
    ['the account’s address changes', () => signInAs('other@example.com')],
  ])('[T04] [ST6] ends within a second when %s, with no event after it', async (_what, revoke) => {
    const sam = await open(signIn(server, 'sam', true));
    const ann = await open({ device: 'ben', ...signIn(server, 'ann') });
    await vi.advanceTimersByTimeAsync(3000);
    revoke();
    await enquire('one');
    await vi.advanceTimersByTimeAsync(1000);
    expect(await eventsOf(sam, 'end')).toEqual(['hello']);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(await eventsOf(ann, 'comment')).toEqual(['hello', 'comment']);
  });

  test('[T04] [SQ3] an account that becomes staff has its stream ended, and the next one has another scope', async () => {
    const sam = await open(signIn(server, 'sam', false));
    const before = (await sam.next())?.data as Hello;
    signIn(server, 'sam', true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await sam.next()).toBeUndefined();
    const after = await (await open({ session: 'sam' })).next();
    expect(after?.event).toBe('hello');
    const account = { id: 'id-of-sam', role: 'staff' };
    expect(after?.data).toEqual({ ...before, scope: expect.any(String), account });
    expect(after?.data).not.toMatchObject({ scope: before.scope });
  });

  function signInAs(email: string): void {
    server.sessions.set('sam', { accountId: 'id-of-sam', email, isStaff: true });
  }
});

describe('the account of a session', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nankeen-accounts-'));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('[T04] a verified address, a sign-out, an expiry, a changed password and a deleted account take effect at once', async () => {
    const file = join(folder, 'accounts.sqlite');
    const world = await createAccountWorld({ file });
    const elsewhere = new Database(file);
    const session = async () => {
      const found = await world.readSession(new Headers({ cookie: toCookieHeader(world.jar) }));
      expect(found?.isCurrent()).toBe(true);
      return found;
    };

    await world.signUp();
    world.unverify();
    const unverified = await session();
    await world.call('POST', '/api/v1/account/verify/send', { email: ANN.email });
    await expect.poll(() => world.mails.length).toBe(2);
    await world.verify();
    expect(unverified?.isCurrent()).toBe(false);

    const staff = await session();
    expect(staff?.role).toBe('manager');
    await world.call('POST', '/api/v1/auth/sign-out');
    expect(staff?.isCurrent()).toBe(false);

    await world.signIn(ANN.email, ANN.password);
    const expired = await session();
    elsewhere.prepare('UPDATE session SET expiresAt = ?').run('2020-01-01T00:00:00.000Z');
    expect(expired?.isCurrent()).toBe(false);

    await world.signIn(ANN.email, ANN.password);
    const withOldPassword = await session();
    await world.accounts.ensureDemoStaff(ANN.email, 'another password');
    expect(withOldPassword?.isCurrent()).toBe(false);

    await world.signIn(ANN.email, 'another password');
    const deleted = await session();
    elsewhere.prepare('DELETE FROM user').run();
    expect(deleted?.isCurrent()).toBe(false);
    elsewhere.close();
    await world.close();
  });
});
