import { expect, test, vi } from 'vitest';
import { FILE_REFUSALS } from '#shared/api/file-storage.ts';
import { eventually } from '../support/eventually.ts';
import type { Respond } from '../support/fake-storage.ts';
import { pick, PICTURES, setUpFileDevice, statesOf, whenEmpty } from '../support/file-device.ts';

// As in the built app; Node's build of it takes no blobs.
vi.mock('tus-js-client', () => import('tus-js-client/lib/browser/index.js' as 'tus-js-client'));

const device = setUpFileDevice();
const { openPage } = device;

const ROOT = '/api/v1/storage/product-pictures';
const refuse =
  (status: number, reason?: string): Respond =>
  (_request, response) =>
    void response.writeHead(status).end(JSON.stringify({ error: { message: 'No.', reason } }));

test('[R-CAL-19] [FI4] [FI5] files picked offline survive the page and are sent by the next one, when it is online', async () => {
  device.isOnline = false;
  const first = openPage();
  const added = [
    await first.queue.add(pick('one', '1.jpg'), PICTURES),
    await first.queue.add(pick('two', '2.jpg'), PICTURES),
  ];
  expect(added[0]?.address).toBe(`/pictures/u/${added[0]?.id}.webp`);
  expect(statesOf(first)).toEqual(['1.jpg kept', '2.jpg kept']);

  const next = openPage();
  expect(next.queue.files.read()).toBeUndefined();
  next.app.storage.setItem('nankeen.filesWait', '1');
  device.isOnline = true;
  next.lead();
  await whenEmpty(next);
  expect([...device.storage.files.values()].map(String).sort()).toEqual(['one', 'two']);
  expect(new Set(device.storage.files.keys())).toEqual(new Set(added.map(({ id }) => id)));
  // A document may have waited for them.
  expect(device.wakes).toBeGreaterThan(0);
  await eventually(() => expect(first.queue.files.read()).toEqual([]));
});

test('[FI4] while the device is offline nothing is sent, and a file that was being sent reads as kept', async () => {
  const page = openPage();
  await page.queue.add(pick('one'), PICTURES);
  const hang: Respond = () => undefined;
  device.storage.next.push(undefined, hang);
  page.lead();
  await eventually(() => expect(device.storage.requests).toHaveLength(2));
  expect(statesOf(page)).toEqual(['picture.jpg sending']);
  page.app.connection.setOnline(false);
  await eventually(() => expect(statesOf(page)).toEqual(['picture.jpg kept']));
  await page.queue.add(pick('two', 'two.jpg'), PICTURES);
  expect(statesOf(page)).toEqual(['picture.jpg kept', 'two.jpg kept']);
  expect(device.storage.requests).toHaveLength(2);
  page.app.connection.setOnline(true);
  await whenEmpty(page);
  expect(device.storage.files.size).toBe(2);
});

test('[FI4] the first picture of each product is sent before others, two at a time', async () => {
  const page = openPage();
  const names = new Map<string, string>();
  for (const [name, usedBy] of [
    ['a1', 'products|a'],
    ['a2', 'products|a'],
    ['a3', 'products|a'],
    ['b1', 'products|b'],
    ['b2', 'products|b'],
  ] as const) {
    const { id } = await page.queue.add(pick(name), { ...PICTURES, usedBy });
    names.set(id, name);
  }
  const held: (() => void)[] = [];
  const hold: Respond = (_request, response) => held.push(() => void response.writeHead(503).end());
  device.storage.next.push(hold, hold);
  page.lead();
  await eventually(() => expect(held).toHaveLength(2));
  expect(device.storage.requests).toHaveLength(2);
  const idOf = (header: unknown) =>
    Buffer.from(/id ([\w+/=]+)/.exec(String(header))?.[1] ?? '', 'base64').toString();
  expect(device.storage.headers.map((headers) => names.get(idOf(headers['upload-metadata'])))).toEqual([
    'a1',
    'b1',
  ]);
  for (const release of held) release();
  await whenEmpty(page);
});

test('[FI3] one bad file says why and leaves the others alone', async () => {
  const page = openPage();
  const results = await Promise.allSettled(
    ['1', '', '3'].map((text) => page.queue.add(pick(text), PICTURES)),
  );
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect((results[1] as PromiseRejectedResult).reason).toMatchObject({
    code: 'invalid-argument',
    reason: 'damaged',
    message: FILE_REFUSALS.damaged,
  });
  expect(page.queue.files.read()).toHaveLength(2);
});

test('[FI4] a device keeps at most 200 files, and says so before', async () => {
  const page = openPage();
  for (let index = 0; index < 200; index++) await page.queue.add(pick(`${index}`), PICTURES);
  await expect(page.queue.add(pick('one more'), PICTURES)).rejects.toMatchObject({
    code: 'quota-exceeded',
    message: expect.stringContaining('at most 200 files'),
  });
});

test('[FI4] a device keeps at most 200 MB', async () => {
  const page = openPage();
  const large = (first: number) => pick(new Uint8Array(101 * 1_048_576).fill(first));
  await page.queue.add(large(1), PICTURES);
  await expect(page.queue.add(large(2), PICTURES)).rejects.toMatchObject({ code: 'quota-exceeded' });
});

test('[FI1] the same picture is kept and sent once', async () => {
  const page = openPage();
  const one = await page.queue.add(pick('same'), { ...PICTURES, usedBy: 'products|a' });
  const two = await page.queue.add(pick('same', 'copy.jpg'), { ...PICTURES, usedBy: 'products|b' });
  expect(two).toEqual(one);
  expect(page.queue.files.read()).toMatchObject([
    { name: 'picture.jpg', usedBy: ['products|a', 'products|b'] },
  ]);
});

test('[FI5] [R-ERR-10] a refused file says why, the others go on, and a person can try it again', async () => {
  const page = openPage();
  for (const name of ['bad', 'good', 'fine']) await page.queue.add(pick(name, name), PICTURES);
  device.storage.next.push(refuse(422, 'pixels'));
  page.lead();
  await eventually(() => expect(statesOf(page)).toEqual(['bad refused']));
  expect(page.queue.files.read()?.[0]?.reason).toBe(FILE_REFUSALS.pixels);
  await page.queue.retry(page.queue.files.read()?.[0]?.id ?? '');
  await whenEmpty(page);
  expect(device.storage.files.size).toBe(3);
});

test('[FI6] a picture that the server could not make is refused with its reason', async () => {
  const page = openPage();
  await page.queue.add(pick('broken'), PICTURES);
  let state = 'received';
  device.storage.facts = () => ({ state, ...(state === 'refused' && { reason: 'damaged' }) });
  page.lead();
  await eventually(() => expect(statesOf(page)).toEqual(['picture.jpg processing']));
  state = 'refused';
  await eventually(() => expect(statesOf(page)).toEqual(['picture.jpg refused']));
  expect(page.queue.files.read()?.[0]?.reason).toBe(FILE_REFUSALS.damaged);
});

test('[FI6] a file that the server has lost before it was stored is sent again', async () => {
  const page = openPage();
  const { id } = await page.queue.add(pick('lost'), PICTURES);
  let isLost = false;
  device.storage.facts = () => {
    if (isLost) return { state: 'stored' };
    device.storage.files.delete(id);
    isLost = true;
    return { state: 'received' };
  };
  page.lead();
  await whenEmpty(page);
  expect(device.storage.requests.filter((line) => line.startsWith('POST'))).toHaveLength(2);
});

test('[FI5] [FI9] a full server leaves the files waiting; they are sent once there is room', async () => {
  const page = openPage();
  await page.queue.add(pick('one', '1'), PICTURES);
  device.storage.next.push(refuse(507));
  const full = vi.fn();
  page.queue.files.subscribe(() => full(statesOf(page)?.join()));
  page.lead();
  await eventually(() => expect(full).toHaveBeenCalledWith('1 no-room'));
  await whenEmpty(page);
});

test('[FI5] a file that arrives damaged three times is refused', async () => {
  const page = openPage();
  await page.queue.add(pick('12345'), PICTURES);
  const damage = refuse(460, 'invalid-checksum');
  for (let index = 0; index < 3; index++) device.storage.next.push(undefined, damage);
  page.lead();
  await eventually(() => expect(statesOf(page)).toEqual(['picture.jpg refused']));
  expect(device.storage.files.size).toBe(0);
});

test('[FI5] [CL5] after the session’s end files wait for the same account, and are sent after its sign-in', async () => {
  const page = openPage();
  await page.queue.add(pick('mine'), PICTURES);
  const refused = refuse(401);
  device.storage.next.push(refused, refused);
  const ended = page.lead();
  await eventually(() => expect(statesOf(page)).toEqual(['picture.jpg signed-out']));
  ended.abort();
  device.storage.next.length = device.storage.requests.length = 0;

  for (const other of [undefined, 'account-bob'] as const) {
    const theirs = openPage(other);
    theirs.app.storage.setItem('nankeen.filesWait', '1');
    if (other === undefined) theirs.app.storage.removeItem('nankeen.identity');
    theirs.lead();
    await eventually(() => expect(theirs.queue.files.read()).toHaveLength(1));
    await theirs.queue.add(pick(`of ${other}`), PICTURES);
    if (other !== undefined) await eventually(() => expect(device.storage.files.size).toBe(2));
  }
  expect([...device.storage.files.values()].map(String)).not.toContain('mine');

  const again = openPage();
  again.app.storage.setItem('nankeen.filesWait', '1');
  again.lead();
  await whenEmpty(again);
  expect([...device.storage.files.values()].map(String)).toContain('mine');
});

test('[CL5] discarding at sign-out removes the account’s files only', async () => {
  const page = openPage();
  await page.queue.add(pick('mine'), PICTURES);
  const theirs = openPage('account-bob');
  await theirs.queue.add(pick('theirs'), PICTURES);
  const counts = () => Promise.all(['account-ada', 'account-bob'].map(page.queue.count));
  await eventually(async () => expect(await counts()).toEqual([1, 1]));
  await page.queue.discard('account-ada');
  expect(await counts()).toEqual([0, 1]);
});

test('[FI5] another tab goes on where a killed one left off', async () => {
  const page = openPage();
  const bytes = new Uint8Array(900 * 1024).fill(9);
  const { id } = await page.queue.add(pick(bytes), PICTURES);
  const hang: Respond = () => undefined;
  device.storage.next.push(undefined, undefined, undefined, hang);
  const ended = page.lead();
  await eventually(() => expect(device.storage.requests).toHaveLength(4));
  await eventually(() =>
    expect(page.queue.files.read()).toMatchObject([{ state: 'sending', sentBytes: 512 * 1024 }]),
  );
  ended.abort();

  const next = openPage();
  next.app.storage.setItem('nankeen.filesWait', '1');
  next.lead();
  await whenEmpty(next);
  expect(device.storage.requests[4]).toBe(`HEAD ${ROOT}/uploads/u1`);
  expect(device.storage.files.get(id)?.length).toBe(900 * 1024);
  expect(device.storage.sentBytes()).toBe(900 * 1024);
});

test('[FI4] removing a file while it is sent stops it, here and on the server', async () => {
  const page = openPage();
  const { id } = await page.queue.add(pick('unwanted'), PICTURES);
  const hang: Respond = () => undefined;
  device.storage.next.push(undefined, hang);
  page.lead();
  await eventually(() => expect(device.storage.requests).toHaveLength(2));
  await eventually(() => expect(page.queue.files.read()).toMatchObject([{ uploadUrl: expect.any(String) }]));
  await page.queue.remove(id);
  await eventually(() => expect(device.storage.requests.at(-1)).toBe(`DELETE ${ROOT}/uploads/u1`));
  expect(page.queue.files.read()).toEqual([]);
});
