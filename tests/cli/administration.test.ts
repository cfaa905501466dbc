import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Installation } from '#shared/api/messages.ts';
import { dataPath, errorIn, pushRow, row } from '../support/core-calls.ts';
import { ACCESS_CODE, STAFF_EMAIL, type CoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { createCliWorld } from './support/cli-run.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

async function isCode(server: CoreServer, code: string): Promise<boolean> {
  const response = await server.request('/access-code', {
    as: { device: 'ada' },
    method: 'POST',
    json: { code },
  });
  return ((await response.json()) as { token: string | null }).token !== null;
}

describe('nankeen access-code set', () => {
  it('[R-LCK-03] generates a code that takes effect at once, and prints only the code on standard output', async () => {
    const world = createCliWorld();
    const { exitCode, out, err } = await world.run(['access-code', 'set', '--generate']);
    expect([exitCode, out]).toEqual([0, expect.stringMatching(/^[A-Z2-9]{4}-[A-Z2-9]{4}\n$/)]);
    expect(err).toContain('The access code is set.');
    expect(await isCode(world.server, out.trim())).toBe(true);
    expect(await isCode(world.server, ACCESS_CODE)).toBe(false);
    const { code } = JSON.parse((await world.run(['access-code', 'set', '--generate', '--json'])).out) as {
      code: string;
    };
    expect(await isCode(world.server, code)).toBe(true);
  });

  it('[R-LCK-03] reads a code from standard input and never shows it', async () => {
    const world = createCliWorld();
    const { exitCode, out, err } = await world.run(['access-code', 'set'], 'heron 7\r\n');
    expect([exitCode, out]).toEqual([0, '']);
    expect(err).not.toContain('heron');
    expect(await isCode(world.server, 'heron 7')).toBe(true);
    expect((await world.run(['access-code', 'set'], 'heron 7')).err).toContain(
      'already the access code; nothing changed',
    );
  });

  it('[R-LCK-03] prompts twice without echo', async () => {
    const world = createCliWorld();
    world.answers = ['heron 7', 'heron 8'];
    expect(await world.run(['access-code', 'set'])).toMatchObject({ exitCode: 2 });
    expect(await isCode(world.server, 'heron 7')).toBe(false);
    world.answers = ['heron 7', 'heron 7'];
    expect(await world.run(['access-code', 'set'])).toMatchObject({ exitCode: 0 });
    expect(await isCode(world.server, 'heron 7')).toBe(true);
  });

  it('[T15] a device that was unlocked with the previous code learns that it has changed', async () => {
    const world = createCliWorld();
    const as = { device: 'ada' };
    const entered = await world.server.request('/access-code', {
      as,
      method: 'POST',
      json: { code: ACCESS_CODE },
    });
    const { token } = (await entered.json()) as { token: string };
    const headers = { 'X-Access-Code-Token': token };
    const orders = () => world.server.request(dataPath('ukraines/pull'), { as, headers });
    expect((await orders()).status).toBe(200);
    await world.run(['access-code', 'set'], 'heron 7');
    expect(await errorIn(await orders())).toMatchObject({ reason: 'ACCESS_CODE_CHANGED' });
  });

  it.each([
    ['nothing', '', 2],
    ['three characters', 'abc', 4],
    ['101 characters', 'x'.repeat(101), 4],
  ])('[R-LCK-03] refuses %s and changes nothing', async (_name, code, exitCode) => {
    const world = createCliWorld();
    expect(await world.run(['access-code', 'set'], code)).toMatchObject({ exitCode, out: '' });
    expect(await isCode(world.server, ACCESS_CODE)).toBe(true);
  });

  it('[R-LCK-03] does not accept a code as an argument', async () => {
    expect(await createCliWorld().run(['access-code', 'set', 'heron 7'])).toMatchObject({ exitCode: 2 });
  });
});

describe('a staff session', () => {
  it('[T03] reports that the admin token is needed where a staff session is not enough', async () => {
    const path = createTemporaryFolder();
    mkdirSync(path('nankeen'));
    const credential = { kind: 'session', cookie: 'session=chief', email: STAFF_EMAIL };
    const profiles = [['default', { server: 'http://localhost:8787', credential }]];
    writeFileSync(path('nankeen/profiles.json'), JSON.stringify({ profiles }));
    const world = createCliWorld({ XDG_CONFIG_HOME: path() });
    world.server.sessions.set('chief', { accountId: 'chief', email: STAFF_EMAIL, isStaff: true });
    expect(await world.run(['jobs'])).toMatchObject({ exitCode: 0 });
    for (const [args, hint] of [
      [['devices'], 'Sign in as a manager. The server prints its admin token'],
      [['backup', 'list'], 'A staff account is not allowed to do this. The server prints its admin token'],
    ] as const) {
      const { exitCode, err } = await world.run([...args]);
      expect(exitCode).toBe(6);
      expect(err).toContain(hint);
      expect(err).not.toContain('Sign in again');
    }
  });
});

describe('nankeen staff', () => {
  it('[R-ROL-03] grants, lists and revokes', async () => {
    const world = createCliWorld();
    const granted = await world.run(['staff', 'grant', ' Kim@Shop.example ']);
    expect(granted.exitCode).toBe(0);
    expect(granted.err).toContain('kim@shop.example is staff as soon as an account');
    const { out } = await world.run(['staff', 'list']);
    expect(out.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^address +role +from +account +second factor$/),
      expect.stringMatching(new RegExp(`^${STAFF_EMAIL} +manager +STAFF_EMAILS +no account yet +no$`)),
      expect.stringMatching(
        /^kim@shop\.example +staff +granted \d{4}-\d\d-\d\d [\d:]{8} by admin +no account yet +no$/,
      ),
      expect.stringMatching(/^staff@nankeen\.example +manager +the demo +no account yet +no$/),
    ]);
    expect((await world.run(['staff', 'grant', 'kim@shop.example', '--role', 'manager'])).err).toContain(
      'kim@shop.example is a manager as soon as',
    );
    expect((await world.run(['staff', 'list'])).out).toMatch(/^kim@shop\.example +manager /m);
    expect(await world.run(['staff', 'revoke', 'kim@shop.example'])).toMatchObject({ exitCode: 0 });
    expect((await world.run(['staff', 'list'])).out).not.toContain('kim');
  });

  it('[R-ROL-03] refuses to revoke an address from the settings, and says why', async () => {
    const { exitCode, err } = await createCliWorld().run(['staff', 'revoke', STAFF_EMAIL]);
    expect(exitCode).toBe(5);
    expect(err).toContain('is still a manager, because the setting STAFF_EMAILS names the address');
  });

  it.each([
    ['an address that was not granted', ['staff', 'revoke', 'bo@shop.example'], 3],
    ['an invalid address', ['staff', 'grant', 'kim'], 4],
    ['a role that there is not', ['staff', 'grant', 'kim@shop.example', '--role', 'owner'], 2],
    ['no address', ['staff', 'grant'], 2],
  ])('[R-ROL-03] refuses %s', async (_name, args, exitCode) => {
    expect(await createCliWorld().run(args)).toMatchObject({ exitCode, out: '' });
  });
});

describe('nankeen accounts', () => {
  it('[AU9] says that no account is disabled', async () => {
    const world = createCliWorld();
    expect((await world.run(['accounts'])).err).toContain('No account is disabled.');
    const { out } = await world.run(['accounts', '--json']);
    expect(JSON.parse(out)).toMatchObject({ command: 'accounts', disabled: [] });
  });

  it.each([
    ['to disable an unknown account', ['accounts', 'disable', 'bo@shop.example'], 3],
    ['to enable an unknown account', ['accounts', 'enable', 'bo@shop.example'], 3],
    ['to end the sessions of nobody', ['accounts', 'end-sessions'], 2],
    ['both an account and all', ['accounts', 'end-sessions', 'bo@shop.example', '--all'], 2],
  ])('[AU9] [AU7] refuses %s', async (_name, args, exitCode) => {
    expect(await createCliWorld().run(args)).toMatchObject({ exitCode, out: '' });
  });

  it('[AU7] ends all sessions', async () => {
    const { exitCode, err } = await createCliWorld().run(['accounts', 'end-sessions', '--all']);
    expect([exitCode, err]).toEqual([0, expect.stringContaining('0 sessions ended.')]);
  });
});

describe('nankeen devices', () => {
  const FIDS = ['abcdefghijklmnopqrst', 'abcdefghijKLMNOPQRST', 'zyxwvutsrqponmlkjihg'];
  async function createWorldWithDevices() {
    const world = createCliWorld();
    for (const fid of FIDS) {
      const json = { fid, appId: 'nankeen', authVersion: 'v1', sdkVersion: '0.2.75' };
      const response = await world.server.request('/installations', { method: 'POST', json });
      expect(((await response.json()) as Installation).fid).toBe(fid);
    }
    return world;
  }

  it('[T13] lists devices with shortened ids, and with complete ids for --json', async () => {
    const world = await createWorldWithDevices();
    const { out } = await world.run(['devices']);
    expect(out).toMatch(/^device +registered +last seen +name/);
    expect(out).toContain('zyxwvutsrqpo…');
    expect(out).not.toContain(FIDS[2]);
    const { devices } = JSON.parse((await world.run(['devices', '--json'])).out) as {
      devices: { fid: string }[];
    };
    expect(devices.map(({ fid }) => fid).toSorted()).toEqual(FIDS.toSorted());
    for (const args of [
      ['devices', '--limit', '1'],
      ['devices', 'list', '--limit', '1'],
    ])
      expect((await world.run(args)).err).toContain('2 devices more');
  });

  it('[T13] shows what a seller calls a device, so that the lost one can be told', async () => {
    const world = await createWorldWithDevices();
    const as = { device: FIDS[2] ?? '', isUnlocked: true };
    const json = { name: 'Ben’s phone' };
    expect((await world.server.request('/device-name', { as, method: 'PUT', json })).ok).toBe(true);
    expect((await world.run(['devices'])).out).toMatch(/zyxwvutsrqpo….* Ben’s phone/);
    expect((await world.run(['devices', '--json'])).out).toContain('"name":"Ben’s phone"');
  });

  it('[T13] blocks a device by a prefix of its id, and unblocks it', async () => {
    const world = await createWorldWithDevices();
    const status = async () =>
      (await world.server.request(dataPath('changes'), { as: { device: FIDS[2] ?? '' } })).status;
    expect(await world.run(['devices', 'block', 'zyxw'])).toMatchObject({ exitCode: 0 });
    expect(await status()).toBe(403);
    expect((await world.run(['devices', '--blocked'])).out).toMatch(/zyxwvutsrqpo….* blocked\n$/);
    expect(await world.run(['devices', 'unblock', FIDS[2] ?? ''])).toMatchObject({ exitCode: 0 });
    expect(await status()).toBe(200);
    expect((await world.run(['devices', '--blocked'])).err).toContain('No device is blocked.');
  });

  it.each([
    ['of several', 'abc', 2],
    ['of none', 'none', 3],
    ['that no device has', 'abcdefghijklmnopqrsz', 3],
    ['that is invalid', 'x'.repeat(30), 4],
  ])('[T13] refuses an id %s', async (_name, fid, exitCode) => {
    const world = await createWorldWithDevices();
    const run = await world.run(['devices', 'block', fid]);
    expect(run.exitCode).toBe(exitCode);
    if (exitCode === 2) expect(run.err).toContain(FIDS[0]);
  });
});

describe('nankeen devices block --unregistered', () => {
  it('[T13] blocks a complete id that the server does not know, such as one of before a restore', async () => {
    const world = createCliWorld();
    const fid = 'abcdefghijklmnopqrsz';
    const refused = await world.run(['devices', 'block', fid]);
    expect(refused.err).toContain(`There is no device with the id "${fid}".`);
    expect((await world.run(['devices', '--blocked'])).err).toContain('No device is blocked.');
    expect(await world.run(['devices', 'block', '--unregistered', fid])).toMatchObject({ exitCode: 0 });
    expect(await world.run(['devices', 'unblock', fid])).toMatchObject({ exitCode: 0 });
  });
});

describe('nankeen rejections', () => {
  it('[R-MIG-05] lists rejected writes, and prints one so that it can be corrected and imported', async () => {
    const world = createCliWorld();
    const content = { ...enquiryContent(), contactName: 7, createdAt: '2026-11-21T12:15:00.000+11:00' };
    await pushRow(world.server, { device: 'ada' }, 'contacts', row('e1', 'w1', content));
    const { out } = await world.run(['rejections', '--collection', 'contacts']);
    expect(out).toMatch(/ w1 +contacts\/e1 +invalid-argument at contactName: /);
    expect((await world.run(['rejections', '--collection', 'products'])).err).toContain(
      'There are no rejected writes',
    );
    const path = createTemporaryFolder();
    const got = await world.run(['rejections', 'get', 'w1']);
    expect(JSON.parse(got.out)).toMatchObject({ FBUID: 'e1', contactName: 7 });
    writeFileSync(path('refused.json'), got.out.replace('"contactName":7', '"contactName":"Ada"'));
    expect(readFileSync(path('refused.json'), 'utf8')).toContain('"Ada"');
    expect(await world.run(['import', 'contacts', path('refused.json')])).toMatchObject({ exitCode: 0 });
    expect(await world.server.store.read({ collection: 'contacts', id: 'e1' })).toMatchObject({
      data: { contactName: 'Ada' },
    });
  });

  it('[T54] prints a rejected write without raw terminal escapes', async () => {
    const world = createCliWorld();
    const contactMessage = '\u009b2J and \u202etxt.exe';
    const content = { ...enquiryContent(), contactMessage, contactName: 7 };
    await pushRow(world.server, { device: 'ada' }, 'contacts', row('e1', 'w1', content));
    const { out } = await world.run(['rejections', 'get', 'w1']);
    expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    expect(JSON.parse(out)).toMatchObject({ contactMessage });
  });

  it('[R-MIG-05] exits with 3 for an unknown write, with 2 for an invalid limit', async () => {
    expect(await createCliWorld().run(['rejections', 'get', 'w9'])).toMatchObject({ exitCode: 3, out: '' });
    expect(await createCliWorld().run(['rejections', '--limit', '0'])).toMatchObject({ exitCode: 2 });
  });
});
