import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createContext, type ServerContext } from '#server/context.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { createServerApp } from '#server/server-app.ts';
import { ADMIN_TOKEN } from '../support/core-server.ts';
import { silentLog } from '../support/silent-log.ts';
import { onSmallDisk } from '../support/small-disk.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 24 * 3_600_000];

let folder: string;
let clock: TestClock;
let mails: Mail[];
let areMailsFailing: boolean;
let diskUse: number;
let context: ServerContext;
let app: Hono<AppEnv>;
let stop: () => Promise<void>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nankeen-schedule-'));
  clock = createTestClock();
  mails = [];
  areMailsFailing = false;
  diskUse = 0.5;
});
afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

interface StartOptions {
  readonly isPrivate?: boolean;
  /** `null` reads the real disk. */
  readonly readDiskUse?: (() => Promise<number>) | null;
}

/** Starts a server on the data folder; without its timer, tests run the upkeep. */
function start(
  settings: Readonly<Record<string, string>> = {},
  { isPrivate = true, readDiskUse = async () => diskUse }: StartOptions = {},
): void {
  const environment = { DATA_DIR: folder, ADMIN_TOKEN, CONTACT_EMAIL: 'owner@shop.example', ...settings };
  const config = { ...readConfig(environment, folder), buildFolder: undefined, isPrivate };
  context = createContext(config, {
    clock,
    log: silentLog,
    ...(readDiskUse ? { readDiskUse } : {}),
    mailer: {
      async send(mail) {
        if (areMailsFailing) throw new Error('The mail server is down.');
        mails.push(mail);
      },
    },
  });
  context.mails.start();
  app = createServerApp(context);
  stop = async () => {
    stop = async () => undefined;
    await context.close();
  };
}

async function restart(settings: Readonly<Record<string, string>>): Promise<void> {
  await stop();
  start(settings);
}

/** Runs the upkeep once a minute for this long. */
async function wait(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += MINUTE) {
    clock.advance(MINUTE);
    await context.upkeep.run();
    context.mails.wake();
  }
}

const backups = () => readdirSync(join(folder, 'backups')).toSorted();
const callAdmin = (method: string, path: string) =>
  app.request(`/api/v1/admin${path}`, { method, headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
/** Backups can't be written while their folder is a file. */
const blockFolder = () => writeFileSync(join(folder, 'backups'), 'in the way');
const unblockFolder = () => rmSync(join(folder, 'backups'));

describe('scheduled backups', () => {
  test('[F66] are made at the first start and then once in the given time, and the oldest are removed', async () => {
    start({ BACKUP_EVERY: '6h', BACKUP_KEEP: '3' });
    await context.upkeep.run();
    expect(backups()).toEqual(['nankeen-2026-03-02T09-00-00Z-scheduled.sqlite']);
    await wait(6 * HOUR - MINUTE);
    expect(backups()).toHaveLength(1);
    await wait(18 * HOUR + MINUTE);
    // At the same times every day: a run that comes a little late does not move the next one.
    expect(backups()).toEqual([
      'nankeen-2026-03-02T21-00-00Z-scheduled.sqlite',
      'nankeen-2026-03-03T03-00-00Z-scheduled.sqlite',
      'nankeen-2026-03-03T09-00-00Z-scheduled.sqlite',
    ]);
    expect(mails).toEqual([]);
  });

  test('[F66] never remove a backup made by command', async () => {
    start({ BACKUP_EVERY: '1h', BACKUP_KEEP: '1' });
    expect((await callAdmin('POST', '/backups')).status).toBe(200);
    await wait(5 * HOUR);
    expect(backups()).toEqual([
      'nankeen-2026-03-02T09-00-00Z.sqlite',
      'nankeen-2026-03-02T13-01-00Z-scheduled.sqlite',
    ]);
    const listed = (await (await callAdmin('GET', '/backups')).json()) as { backups: { name: string }[] };
    expect(listed.backups.map(({ name }) => name)).toEqual(backups().toReversed());
  });

  test('[F66] keep their schedule over a restart', async () => {
    start({ BACKUP_EVERY: '24h' });
    await context.upkeep.run();
    await wait(HOUR);
    await restart({ BACKUP_EVERY: '24h' });
    await wait(22 * HOUR);
    expect(backups()).toHaveLength(1);
    await restart({ BACKUP_EVERY: '24h' });
    await wait(HOUR);
    expect(backups()).toHaveLength(2);
  });

  test('[F66] continue when the clock is set back', async () => {
    start({ BACKUP_EVERY: '24h', BACKUP_KEEP: '2' });
    await context.upkeep.run();
    clock.advance(-400 * DAY);
    await wait(2 * DAY);
    const [early = ''] = backups();
    expect(early).toMatch(/^nankeen-2025-01-/);
    expect(backups()).toHaveLength(2);
  });

  test('[F66] are off without a setting, except in production', async () => {
    start();
    await wait(2 * HOUR);
    expect(readdirSync(folder)).not.toContain('backups');
    const production = {
      PRODUCTION: 'true',
      PUBLIC_URL: 'https://shop.example',
      ADMIN_TOKEN: 'a-long-admin-token-0123',
      STRIPE_SECRET_KEY: 'sk_live_abc',
      STRIPE_WEBHOOK_SECRET: 'whsec_abc',
    };
    const scheduleOf = (settings: Readonly<Record<string, string>>) =>
      readConfig(settings, folder).backupSchedule;
    expect(scheduleOf(production)).toEqual({ everyMs: DAY, keep: 14 });
    expect(scheduleOf({ ...production, BACKUP_EVERY: 'off' })).toMatchObject({ everyMs: undefined });
    expect(scheduleOf({ BACKUP_EVERY: '7d' })).toMatchObject({ everyMs: 7 * DAY });
    for (const wrong of ['0h', '24', '1.5h', '1w', 'h'])
      expect(() => scheduleOf({ BACKUP_EVERY: wrong })).toThrow(/BACKUP_EVERY: .* expected off, or a number/);
    expect(() => scheduleOf({ BACKUP_KEEP: '0' })).toThrow('BACKUP_KEEP');
  });

  test('[F66] are made by the running server itself, at its start and as its timer rings', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      start({ BACKUP_EVERY: '30m', LOG_LEVEL: 'silent' }, { isPrivate: false });
      await context.upkeep.run();
      expect(backups()).toHaveLength(1);
      clock.advance(30 * MINUTE);
      vi.advanceTimersByTime(MINUTE);
      await context.upkeep.run();
      expect(backups()).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  test('[F66] the metrics show when the newest backup was made', async () => {
    start({ BACKUP_EVERY: '24h' });
    const newest = async () => {
      const response = await app.request('/metrics', { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
      return Number(/^nankeen_last_backup_timestamp_seconds (\d+)$/m.exec(await response.text())?.[1]);
    };
    expect(await newest()).toBe(0);
    await context.upkeep.run();
    expect(await newest()).toBe(Date.parse('2026-03-02T09:00:00Z') / 1000);
  });
});

describe('mails to the contact address', () => {
  test('[F66] a failing backup sends one mail for each incident, and is tried again every hour', async () => {
    start({ BACKUP_EVERY: '24h' });
    blockFolder();
    await wait(5 * HOUR);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      to: 'owner@shop.example',
      subject: 'The backup of the shop failed',
      text: expect.stringContaining('No earlier backup was found.'),
    });
    unblockFolder();
    await wait(HOUR);
    expect(backups()).toHaveLength(1);
    rmSync(join(folder, 'backups'), { recursive: true });
    blockFolder();
    await wait(2 * DAY);
    expect(mails).toHaveLength(2);
    unblockFolder();
  });

  test('[F66] a mail that could not be sent is sent later', async () => {
    start({ BACKUP_EVERY: '24h' });
    blockFolder();
    areMailsFailing = true;
    await wait(3 * HOUR);
    areMailsFailing = false;
    await wait(2 * HOUR);
    expect(mails).toHaveLength(1);
    unblockFolder();
  });

  test('[F06] a nearly full disk sends one mail, and another one if it fills up after it had room', async () => {
    start();
    diskUse = 0.89;
    await wait(HOUR);
    expect(mails).toEqual([]);
    diskUse = 0.914;
    await wait(DAY);
    // Around the limit it is still the same incident.
    diskUse = 0.88;
    await wait(HOUR);
    diskUse = 0.9;
    await wait(HOUR);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: 'owner@shop.example', text: expect.stringContaining('91 % full') });
    diskUse = 0.7;
    await wait(HOUR);
    diskUse = 0.95;
    await wait(HOUR);
    expect(mails).toHaveLength(2);
  });

  /** Puts the data folder on a small disk while `work` runs. */
  async function onDisk(path: string, work: () => Promise<void>): Promise<void> {
    const elsewhere = folder;
    folder = join(path, 'data');
    mkdirSync(folder);
    try {
      await work();
    } finally {
      await stop();
      folder = elsewhere;
    }
  }

  onSmallDisk('[F06] the use of the disk is that of the data folder', (path) =>
    onDisk(path, async () => {
      start({}, { readDiskUse: null });
      await context.upkeep.run();
      expect(mails).toEqual([]);
      const { bavail, bsize } = statfsSync(path);
      writeFileSync(join(path, 'filler'), Buffer.alloc((bavail - 4) * bsize));
      await context.upkeep.run();
      expect(mails).toMatchObject([{ text: expect.stringMatching(/data is 9[89] % full/) }]);
      rmSync(join(path, 'filler'));
    }),
  );

  onSmallDisk('[F06] a backup that would fill the disk is not begun', (path) =>
    onDisk(path, async () => {
      start({ BACKUP_EVERY: '24h' });
      const response = await callAdmin('POST', '/backups');
      expect(response.status).toBe(507);
      expect(await response.text()).toContain('The disk has no room for a backup, which needs ');
      await context.upkeep.run();
      expect(mails).toMatchObject([{ text: expect.stringContaining('no room for a backup') }]);
      expect(backups()).toEqual([]);
    }),
  );
});
