import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { hashSecret } from '#server/devices/device-tokens.ts';
import { errorOf } from '../support/account-world.ts';
import { describe, expect, test } from 'vitest';
import {
  setUpEraseWorld,
  askForLink,
  confirm,
  signInStaff,
  path,
  MARKS,
  OWN_FILE,
  fill,
  found,
  readHistory,
  readEverything,
} from '../support/erase-world.ts';
import { PERSON_DEVICE } from '../support/order-with-code.ts';

const own = setUpEraseWorld();

describe('erasing what an account leaves', () => {
  test('[PR3] of an erased document stays a counted deletion without content, which reaches other readers', async () => {
    const staff = await signInStaff();
    const browser = own.world.newBrowser();
    const id = await fill(browser);
    const pull = async (after: string) =>
      (await (await staff.call('GET', `${path('contacts/pull')}?after=${after}&limit=100`)).json()) as {
        readonly documents: readonly { readonly FBUID: string }[];
        readonly checkpoint: string;
      };
    const { checkpoint } = await pull('');
    await confirm(browser, await askForLink(browser));

    const { documents } = await pull(encodeURIComponent(checkpoint));
    const sync = { updatedBy: 'deleted account' };
    expect(documents.map(({ FBUID }) => FBUID).toSorted()).toEqual([`gone-${id}`, `kept-${id}`]);
    for (const document of documents) {
      expect(document).toMatchObject({ _deleted: true, sync });
      expect(Object.keys(document).toSorted()).toEqual(['FBUID', '_deleted', 'sync', 'writeId']);
    }
    const [entry, ...earlier] = await readHistory(staff, `contacts/kept-${id}`);
    expect(earlier).toEqual([]);
    expect(entry).toMatchObject({ operation: 'delete', data: { FBUID: `kept-${id}` } });
    const restored = await staff.call('POST', path(`contacts/kept-${id}/restore`), { at: entry?.at });
    expect(restored.status).toBe(412);
    expect((await errorOf(restored)).message).toBe(
      'This content was erased when its owner’s account was deleted. It can’t be brought back.',
    );
  });

  test('[PR3] a server that was killed after any step goes on at its next start', async () => {
    for (const killedAfter of ['account', 'documents', 'files'] as const) {
      const browser = own.world.newBrowser();
      const id = await fill(browser);
      const hash = hashSecret(await askForLink(browser));
      const { accounts, eraser } = own.world.storage;
      const deleted = await accounts.tables.deleteAccount({
        hash,
        at: own.world.clock.now(),
        keepsManager: false,
      });
      const person = { accountId: id, addresses: deleted?.addresses ?? [] };
      if (killedAfter !== 'account') {
        await own.world.storage.deviceNames.set(PERSON_DEVICE, '');
        await eraser?.erase(person);
      }
      if (killedAfter === 'files') rmSync(join(own.folder, 'files', `${OWN_FILE}.webp`));
      await own.world.close();
      await own.reopen();
      await own.world.accountDeletion.finish();
      expect(found(readEverything().rows), killedAfter).toEqual([]);
      expect(await own.world.storage.files.find(OWN_FILE), killedAfter).toBeUndefined();
      expect(readdirSync(join(own.folder, 'files')), killedAfter).not.toContain(`${OWN_FILE}.webp`);
    }
  });

  test('[PR3] a late write and a restored backup are erased again', async () => {
    const browser = own.world.newBrowser();
    const id = await fill(browser);
    const token = await askForLink(browser);
    const copy = mkdtempSync(join(tmpdir(), 'nankeen-copy-'));
    const data = new Database(join(own.folder, 'nankeen.sqlite'), { readonly: true });
    await data.backup(join(copy, 'nankeen.sqlite'));
    data.close();
    await confirm(browser, token);
    await own.world.close();
    // As a restore does: the accounts stay as they are.
    for (const ending of ['', '-wal', '-shm'])
      rmSync(join(own.folder, `nankeen.sqlite${ending}`), { force: true });
    copyFileSync(join(copy, 'nankeen.sqlite'), join(own.folder, 'nankeen.sqlite'));
    rmSync(copy, { recursive: true });
    expect(found(readEverything().rows)).toEqual(MARKS.filter((mark) => mark !== 'Phone of Zzyzx'));
    await own.reopen();
    await own.world.accountDeletion.finish();
    expect(found(readEverything().rows)).toEqual([]);
    expect(await own.world.storage.documents.ownedBy(`account:${id}`)).toEqual([]);
  });
});
