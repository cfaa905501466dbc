import { expect, test, vi } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { pick, PICTURES, setUpFileDevice, statesOf, whenEmpty } from '../support/file-device.ts';
import { toPictureAddress, toProductWrite } from '../support/file-page.ts';

// As in the built app; Node's build of it takes no blobs.
vi.mock('tus-js-client', () => import('tus-js-client/lib/browser/index.js' as 'tus-js-client'));

const device = setUpFileDevice();
const { openPage } = device;

const countPosts = () => device.storage.requests.filter((line) => line.startsWith('POST')).length;
const setClock = (ms: number) => void vi.spyOn(Date, 'now').mockReturnValue(ms);
const DAY_MS = 24 * 3_600_000;

test('[FI4] files are found again after a killed browser has lost the mark that some wait', async () => {
  device.isOnline = false;
  const { id } = await openPage().queue.add(pick('one'), PICTURES);
  device.isOnline = true;
  const next = openPage();
  const write = toProductWrite(id);
  expect(next.queue.holdsBack(write)).toBe(false);
  await next.queue.load();
  expect(next.queue.holdsBack(write)).toBe(true);
  next.lead();
  await whenEmpty(next);
  expect([...device.storage.files.keys()]).toEqual([id]);
});

test('[FI4] files are sent after a page stopped replicating just before their queue was open', async () => {
  device.isOnline = false;
  const { id } = await openPage().queue.add(pick('one'), PICTURES);
  device.isOnline = true;
  const next = openPage();
  await next.queue.load();
  next.lead().abort();
  await next.queue.send(AbortSignal.abort());
  next.lead();
  await whenEmpty(next);
  expect([...device.storage.files.keys()]).toEqual([id]);
});

test('[FI4] a page of a device that never had files opens no queue', async () => {
  const page = openPage();
  await page.queue.load();
  expect(await indexedDB.databases()).toEqual([]);
});

test('[FI4] a file of a form is sent once the form names it on the disk; one that was taken out never is, and goes', async () => {
  const form = { ...PICTURES, usedBy: 'products/new/one' };
  const page = openPage();
  const named = await page.queue.add(pick('named', 'named.jpg'), form);
  const removed = await page.queue.add(pick('removed', 'removed.jpg'), form);
  const saved = await page.queue.add(pick('saved', 'saved.jpg'), { ...PICTURES, usedBy: 'products|p' });
  const sent = () => [...device.storage.files.keys()];
  let ended = page.lead();
  await eventually(() => expect(sent()).toEqual([saved.id]));
  device.unsent = named.address;
  await eventually(() => expect(sent()).toEqual([saved.id, named.id]));
  await eventually(() => expect(statesOf(page)).toEqual(['removed.jpg kept']));

  // The browser was killed, and comes back.
  ended.abort();
  const next = openPage();
  next.app.storage.setItem('nankeen.filesWait', '1');
  ended = next.lead();
  const last = await next.queue.add(pick('last'), { ...PICTURES, usedBy: 'products|q' });
  await eventually(() => expect(sent()).toContain(last.id));
  await eventually(() => expect(statesOf(next)).toEqual(['removed.jpg kept']));
  ended.abort();
  // Undo may bring it back for a while.
  setClock(Date.now() + 61_000);
  next.lead();
  await whenEmpty(next);
  expect(sent()).not.toContain(removed.id);
  expect(countPosts()).toBe(3);
});

test('[FI4] a file that comes back into its form in time is sent', async () => {
  const page = openPage();
  const { id, address } = await page.queue.add(pick('one'), { ...PICTURES, usedBy: 'products/new/one' });
  const ended = page.lead();
  const isNoted = () =>
    expect(page.queue.files.read()).toMatchObject([{ unneededSince: expect.any(Number) }]);
  await eventually(isNoted);
  ended.abort();
  device.unsent = address;
  setClock(Date.now() + 61_000);
  page.lead();
  await whenEmpty(page);
  expect([...device.storage.files.keys()]).toEqual([id]);
});

test('[FI8] a stored file stays on the device while something unsent names it, and no longer', async () => {
  const page = openPage();
  const { id } = await page.queue.add(pick('one'), PICTURES);
  device.unsent = toPictureAddress(id);
  const start = Date.now();
  let ended = page.lead();
  await whenEmpty(page);
  const isKept = () => page.app.storage.getItem('nankeen.filesWait') !== null;
  for (const [afterMs, text, kept] of [
    [0, '', true],
    [120_000, toPictureAddress(id), true],
    [180_000, '', false],
  ] as const) {
    ended.abort();
    device.unsent = text;
    setClock(start + afterMs);
    ended = page.lead();
    await eventually(() => expect(isKept()).toBe(kept));
  }
  expect(countPosts()).toBe(1);
});

test.each([
  ['is announced', 'again', false],
  ['is sent', 'again if it is gone', true],
])(
  '[FI8] [FI10] a new product waits until its old picture %s to the server %s',
  async (_what, _when, isGone) => {
    const page = openPage();
    const { id } = await page.queue.add(pick('heron'), PICTURES);
    device.unsent = toPictureAddress(id);
    const ended = page.lead();
    await whenEmpty(page);
    expect(page.queue.holdsBack(toProductWrite(id))).toBe(false);
    ended.abort();
    if (isGone) device.storage.files.delete(id);

    const start = Date.now();
    // A clock that was set back says nothing of a file's age.
    for (const days of [-31, 31]) {
      setClock(start + days * DAY_MS);
      expect(page.queue.holdsBack(toProductWrite(id))).toBe(true);
    }
    const next = openPage();
    next.app.storage.setItem('nankeen.filesWait', '1');
    next.lead();
    await eventually(() => expect(next.queue.holdsBack(toProductWrite(id))).toBe(false));
    expect([countPosts(), device.storage.sentBytes()]).toEqual([
      2,
      isGone ? 2 * 'heron'.length : 'heron'.length,
    ]);
    expect(device.storage.files.has(id)).toBe(true);
  },
);

test('[FI8] a file that is added again is announced to the server again', async () => {
  const page = openPage();
  const { id } = await page.queue.add(pick('one'), PICTURES);
  page.lead();
  await whenEmpty(page);
  device.storage.files.delete(id);
  await page.queue.add(pick('one'), PICTURES);
  await eventually(() => expect(device.storage.files.has(id)).toBe(true));
});

test('[FI10] a new product is held back until it is known whether its pictures wait', async () => {
  const page = openPage();
  const { id } = await page.queue.add(pick('one'), PICTURES);
  const named = toProductWrite(id);
  const withEntry = (change: object) => ({
    ...named,
    trail: named.trail.map((one) => ({ ...one, ...change })),
  });
  const next = openPage();
  expect(next.queue.holdsBack(named)).toBe(false);
  next.app.storage.setItem('nankeen.filesWait', '1');
  expect(next.queue.holdsBack(named)).toBe(true);
  next.lead();
  await whenEmpty(next);
  expect(next.queue.holdsBack(named)).toBe(false);

  await page.queue.add(pick('one'), PICTURES);
  expect(page.queue.holdsBack(named)).toBe(true);
  expect(page.queue.holdsBack(withEntry({ data: { productImages: [] } }))).toBe(false);
  expect(page.queue.holdsBack({ ...named, base: {} as never })).toBe(false);
  expect(page.queue.holdsBack({ ...named, collectionName: 'templates' })).toBe(false);
  expect(page.queue.holdsBack(withEntry({ deleted: true }))).toBe(false);
  await page.queue.publishNow(named.trail[0]?.data ?? {});
  expect(page.queue.holdsBack(named)).toBe(false);
});
