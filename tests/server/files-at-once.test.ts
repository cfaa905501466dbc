import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  beginUpload,
  closeFileWorlds,
  createFakeMaker,
  openFileWorld,
  sendFile,
  STAFF,
  toFileId,
  toPicture,
  type FileWorld,
} from '../support/file-world.ts';
import { createFileLibrary } from '#server/files/file-library.ts';
import { silentLog } from '../support/silent-log.ts';

const DAY_MS = 24 * 3_600_000;
const PICTURE = toPicture('a drone');
const ID = toFileId(PICTURE);

let world: FileWorld;
beforeEach(() => void (world = openFileWorld({ isRemote: true })));
afterEach(closeFileWorlds);

test.each([0, 1, 2, 3, 4])(
  '[FI1] a file that is sent again just when its picture is finished is stored (after %i turns)',
  async (turns) => {
    await sendFile(world, PICTURE);
    await world.files.change(ID, (row) => ({ ...row, state: 'received' }));
    world.clock.advance(DAY_MS);
    const touched = world.library.touch('product-pictures', ID);
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
    await world.files.change(ID, (row) => ({ ...row, state: 'stored' }));
    await touched;
    expect(await world.files.find(ID)).toMatchObject({ state: 'stored', at: world.clock.now() });
  },
);

test.each([0, 1, 2, 3])(
  '[FI6] a file that arrives while the server looks for those to be made is made at once (after %i turns)',
  async (turns) => {
    await sendFile(world, PICTURE);
    const made = await world.files.find(ID);
    void world.library.makeDue();
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
    const other = toFileId(toPicture('another'));
    if (made) await world.files.put({ ...made, id: other, state: 'received' });
    await world.library.makeDue();
    // Its bytes are gone, so its row goes.
    expect(await world.files.find(other)).toBeUndefined();
  },
);

test('[FI1] one file that two devices send at once is stored once', async () => {
  await Promise.all([sendFile(world, PICTURE), sendFile(world, PICTURE)]);
  expect(world.maker.asked).toEqual([ID]);
  expect(await world.files.list()).toMatchObject([{ id: ID, state: 'stored' }]);
});

test('[FI9] [R-ERR-10] uploads that begin at the same time do not pass the limit of all files together', async () => {
  const full = openFileWorld({ isRemote: true, filesMaxBytes: 250 });
  const begun = await Promise.all(
    ['one', 'two', 'three'].map(async (text) => (await beginUpload(full, toPicture(text))).status),
  );
  expect(begun.toSorted()).toEqual([201, 201, 507]);
});

test('[FI5] an announcement with bytes that never end does not hold up another', async () => {
  const metadata = `id ${Buffer.from(ID).toString('base64')},type ${Buffer.from('image/webp').toString('base64')}`;
  const endless = await world.request('/storage/product-pictures/uploads', {
    as: STAFF,
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '100',
      'upload-metadata': metadata,
      'content-type': 'application/offset+octet-stream',
    },
    body: new ReadableStream(),
    duplex: 'half',
  } as RequestInit);
  expect(endless.status).toBe(201);
  expect((await beginUpload(world, toPicture('another'))).status).toBe(201);
});

test.each(['the same', 'another'])(
  '[PR2] [FI6] a picture that is made while %s node deletes its account is removed when it is finished',
  async (node) => {
    const folder = join(world.dataDir, 'files');
    let end: (() => void) | undefined;
    world.maker.act = async (_id, write) => {
      await new Promise<void>((resolve) => (end = resolve));
      write();
      return { ok: true, width: 640, height: 480 };
    };
    const sent = sendFile(world, PICTURE);
    await vi.waitFor(() => expect(end).toBeDefined(), 10_000);
    const by = (await world.files.find(ID))?.by ?? '';
    const files = {
      folder,
      store: world.files,
      maker: createFakeMaker(),
      clock: world.clock,
      log: silentLog,
    };
    const library = node === 'another' ? createFileLibrary(files) : world.library;
    const removed = library.removeFilesOf(by);
    // The same node waits until the picture is finished; another one doesn't.
    if (node === 'another') await removed;
    else for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    end?.();
    await removed;
    await sent;
    await world.library.makeDue();
    expect(world.names()).toEqual([]);
    expect(await world.files.list()).toEqual([]);
  },
);

test('[FI1] a picture that another node has made stays when making it fails here', async () => {
  world.maker.act = async (_id, write) => {
    write();
    await world.files.change(ID, (row) => ({ ...row, state: 'stored' }));
    return { ok: false, reason: 'damaged' };
  };
  await sendFile(world, PICTURE);
  await world.library.makeDue();
  expect(await world.files.find(ID)).toMatchObject({ state: 'stored', reason: null });
  expect(world.names()).toContain(`${ID}.webp`);
});
