import { expect, test } from 'vitest';
import { dataPath, pushRow, row, signIn } from '../support/core-calls.ts';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { STORED_DOCUMENTS } from '../support/stored-documents.ts';

const SELLER = { device: 'seller', isUnlocked: true };

const nameDevice = (server: CoreServer, as: Caller, name: string) =>
  server.request('/device-name', { as, method: 'PUT', json: { name } });

async function namesFor(server: CoreServer, as: Caller): Promise<unknown> {
  const response = await server.request('/device-names', { as });
  return response.ok ? ((await response.json()) as { devices: unknown }).devices : response.status;
}

test('[R-USR-02] [R-ROL-05] staff alone see the names of unlocked devices, each with its orders', async () => {
  const server = createCoreServer();
  const staff = { device: 'desk', ...signIn(server, 'sam', true) };
  await pushRow(server, SELLER, 'ukraines', row('one', 'w1', STORED_DOCUMENTS.ukraines));
  expect((await nameDevice(server, SELLER, ' Ben’s phone ')).status).toBe(200);
  expect((await nameDevice(server, { device: 'stranger' }, 'Boss')).status).toBe(403);
  const named = [{ fid: 'seller', name: 'Ben’s phone', orders: ['one'] }];
  expect(await namesFor(server, staff)).toEqual(named);
  expect(await namesFor(server, 'admin')).toEqual(named);
  expect(await namesFor(server, SELLER)).toBe(401);
  const order = await server.request(dataPath('ukraines/one'), { as: staff });
  expect(await order.text()).not.toContain('Ben');
  expect((await nameDevice(server, SELLER, 'x'.repeat(61))).status).toBe(400);
  await nameDevice(server, SELLER, '');
  expect(await namesFor(server, staff)).toEqual([]);
});
