import { expect, it } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import { createCoreServer, ADMIN_TOKEN } from '../support/core-server.ts';
import { createCliWorld } from './support/cli-run.ts';

/** A world with one mail, which the mail server refuses until told otherwise. */
async function createWorld() {
  let isDown = true;
  const server = createCoreServer(undefined, undefined, {
    mailer: {
      async send() {
        if (isDown) throw new AppError('unavailable', '451 Closed\u001B[2J for repairs');
      },
    },
  });
  server.mails.start();
  await server.mails.queue({
    key: 'a:1',
    template: 'account-exists',
    to: 'ann@example.com',
    facts: {},
    about: 'o1',
  });
  await expect
    .poll(() => server.log)
    .toContain('mail not sent; it is tried again, and /admin/mails says why');
  const world = createCliWorld({ NANKEEN_TOKEN: ADMIN_TOKEN }, server);
  return { ...world, repair: () => void (isDown = false) };
}

it('[ML2] nankeen mails lists mails with their state and the mail server’s words', async () => {
  const world = await createWorld();
  const { exitCode, out } = await world.run(['mails']);
  expect(exitCode).toBe(0);
  expect(out).toMatch(/a:1 +ann@example\.com +tried again .*: 451 Closed.* for repairs/);
  expect(out).not.toContain('\u001B');
  expect((await world.run(['mails', 'list', '--about', 'o1'])).out).toBe(out);
  const none = await world.run(['mails', '--state', 'sent']);
  expect(none).toMatchObject({ exitCode: 0, out: '', err: expect.stringContaining('no such mails') });
  expect(JSON.parse((await world.run(['mails', '--json'])).out)).toMatchObject({
    ok: true,
    command: 'mails',
    mails: [{ key: 'a:1', state: 'waiting' }],
    counts: { waiting: 1, sent: 0, 'given-up': 0 },
  });
  expect(await world.run(['mails', '--state', 'lost'])).toMatchObject({ exitCode: 2 });
});

it('[ML2] nankeen mails retry tries one mail again', async () => {
  const world = await createWorld();
  world.repair();
  const { exitCode, err } = await world.run(['mails', 'retry', 'a:1']);
  expect([exitCode, err]).toEqual([0, expect.stringContaining('ann@example.com is sent')]);
  expect((await world.run(['mails', '--state', 'sent'])).out).toContain('a:1');
  const again = await world.run(['mails', 'retry', 'a:1', '--json']);
  expect(JSON.parse(again.out)).toMatchObject({ ok: false, error: 'This mail was sent already.' });
  expect(await world.run(['mails', 'retry', 'none'])).toMatchObject({ exitCode: 3 });
});
