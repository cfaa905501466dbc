import { beforeEach, expect, test } from 'vitest';
import type { Installation, RenewedToken } from '#shared/api/messages.ts';
import { PREFER_NEW_REFRESH_TOKEN } from '#shared/api/routes.ts';
import { createInstallations, type Installations } from '#server/devices/installations.ts';
import { createMemoryDeviceStore } from '../support/memory-storage.ts';
import { createSqliteDeviceStore } from '#server/stores/sqlite/device-table.ts';
import { createCoreServer } from '../support/core-server.ts';
import { openTemporaryStore } from '../support/temporary-store.ts';
import { createTestClock } from '../support/test-clock.ts';

const REQUEST = { fid: 'abcdefghijklmnopqrst', appId: 'nankeen', authVersion: 'v1', sdkVersion: '0.2.75' };
const SECRET = 'a secret';

let installations: Installations;
let ada: Installation;
beforeEach(async () => {
  installations = createInstallations(createMemoryDeviceStore(), createTestClock(), SECRET);
  ada = await installations.register(REQUEST, undefined);
});

/** @returns the refresh token that replaces the given one */
async function renew(refreshToken: string, at = installations): Promise<string> {
  const { refreshToken: next } = await at.generateAuthToken(ada.fid, refreshToken, true);
  if (next === undefined) throw new Error('no new refresh token');
  return next;
}
const refused = { code: 'unauthenticated' };

test('[T12] each renewal gives a new refresh token; the previous one is valid until the new one is first used', async () => {
  const second = await renew(ada.refreshToken);
  expect(second).not.toBe(ada.refreshToken);
  // The response was lost, so the device still has the first token.
  const again = await renew(ada.refreshToken);
  expect(again).not.toBe(second);
  const third = await renew(again);
  await expect(renew(ada.refreshToken)).rejects.toMatchObject(refused);
  await expect(renew(second)).rejects.toMatchObject(refused);
  expect(await renew(again)).toMatch(/^2\./);
  expect(await renew(third)).toMatch(/^3\./);
  await expect(renew(again)).rejects.toMatchObject(refused);
});

test('[F80] of two copies of a device, the first to renew keeps the registration and the other gets a new registration', async () => {
  const [mine, copied] = [await renew(ada.refreshToken), await renew(ada.refreshToken)];
  const later = await renew(mine);
  for (const token of [copied, ada.refreshToken]) {
    await expect(renew(token)).rejects.toMatchObject(refused);
    expect((await installations.register(REQUEST, token)).fid).not.toBe(ada.fid);
  }
  expect((await installations.register(REQUEST, later)).fid).toBe(ada.fid);
});

test('[F60] a server restored from a backup accepts a device’s newer refresh token', async () => {
  let token = ada.refreshToken;
  for (let renewal = 0; renewal < 5; renewal++) token = await renew(token);
  const devices = createMemoryDeviceStore();
  const restored = createInstallations(devices, createTestClock(), SECRET);
  const { fid, refreshToken } = await restored.register(REQUEST, undefined);
  expect(fid).toBe(ada.fid);
  expect(await renew(token, restored)).toMatch(/^6\./);
  await expect(renew(refreshToken, restored)).rejects.toMatchObject(refused);
});

test('[T12] after a change of the signing secret, a device continues with its last used token', async () => {
  const devices = createMemoryDeviceStore();
  const before = createInstallations(devices, createTestClock(), SECRET);
  const first = await before.register(REQUEST, undefined);
  const second = await renew(first.refreshToken, before);
  const third = await renew(second, before);
  const after = createInstallations(devices, createTestClock(), 'another secret');
  await expect(renew(third, after)).rejects.toMatchObject(refused);
  const next = await renew(second, after);
  expect(await renew(next, after)).toMatch(/^3\./);
});

test('[T12] a token with a forged generation or of another device is rejected', async () => {
  const second = await renew(ada.refreshToken);
  const ben = await installations.register({ ...REQUEST, fid: 'bbcdefghijklmnopqrst' }, undefined);
  const [, random, signature] = second.split('.');
  for (const token of [`2.${random}.${signature}`, `1.${random}.${signature}x`, `1.${random}`, `1e1.x.y`])
    await expect(renew(token)).rejects.toMatchObject(refused);
  await expect(installations.generateAuthToken(ben.fid, second)).rejects.toMatchObject(refused);
});

test('[T12] nothing in the data file works as a credential', async () => {
  const disk = openTemporaryStore();
  const stored = createInstallations(
    createSqliteDeviceStore(disk.database.writer),
    createTestClock(),
    SECRET,
  );
  const first = await stored.register(REQUEST, undefined);
  const second = await renew(first.refreshToken, stored);
  await renew(second, stored);
  const rows = disk.database.reader.prepare('SELECT * FROM device').all();
  const dump = JSON.stringify(rows);
  for (const token of [first.refreshToken, second, first.authToken.token]) expect(dump).not.toContain(token);
  const { secretHash } = rows[0] as { secretHash: string };
  await expect(renew(secretHash, stored)).rejects.toMatchObject(refused);
  await disk.dispose();
});

test('[F48] an app that does not ask for a new refresh token keeps its current one', async () => {
  const server = createCoreServer();
  const call = async (path: string, json: object, headers: Record<string, string> = {}) =>
    (await server.request(path, { method: 'POST', json, headers })).json();
  const { fid, refreshToken } = (await call('/installations', REQUEST)) as Installation;
  const authorization = `Refresh ${refreshToken}`;
  const path = `/installations/${fid}/authTokens:generate`;
  for (let renewal = 0; renewal < 2; renewal++)
    expect(Object.keys((await call(path, {}, { authorization })) as object)).toEqual(['token', 'expiresIn']);
  const prefer = PREFER_NEW_REFRESH_TOKEN;
  const renewed = (await call(path, {}, { authorization, prefer })) as RenewedToken;
  expect(renewed.refreshToken).toMatch(/^1\.\w{40}\.[\w-]{43}$/);
});
