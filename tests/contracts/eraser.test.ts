import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Owner } from '#shared/access/actor.ts';
import { toMailRow } from '#server/mail/new-mail.ts';
import { createRandom, pickNumber } from '../soak/seeded-random.ts';
import { openSqliteStores } from '../support/sqlite-stores.ts';
import { put } from './document-store-writes.ts';
import { testErasing } from './eraser-contract.ts';
import { MARK, OWNER, PERSON, refuse } from './erased-person.ts';

testErasing('erasing on SQLite', (clock) => {
  const stores = openSqliteStores(':memory:', clock);
  return { ...stores, dispose: stores.close };
});

test.each([1, 4, 5, 10, 17, 19])(
  '[PR3] SQLite leaves no copy of a person’s rows in free space of its file, SEED=%i',
  async (seed) => {
    const random = createRandom(seed);
    const folder = mkdtempSync(join(tmpdir(), 'nankeen-erased-'));
    const file = join(folder, 'nankeen.sqlite');
    const stores = openSqliteStores(file);
    stores.database.writer.pragma('synchronous = OFF');
    const toText = (mark: string) => mark + 'x'.repeat(pickNumber(random, 900));
    const write = async (id: string, mark: string, owner: Owner) => {
      await put(stores.store, { id, owner, audience: owner, data: { FBUID: id, text: toText(mark) } });
      await refuse(stores, id, toText(mark), owner);
      const mail = {
        key: `reply:${id}`,
        template: 'account-exists',
        to: `${mark}@example.com`,
        facts: {},
      } as const;
      await stores.mails.add({ ...toMailRow(mail, 0), about: id, facts: { message: toText(mark) } });
    };
    for (let number = 0; number < 60; number++) {
      await write(`own-${number}`, 'Zzyzx', OWNER);
      if (number % 3 === 0) await write(`other-${number}`, 'Otto', 'account:otto');
    }
    await stores.eraser.erase(PERSON);
    await stores.close();
    const content = readFileSync(file, 'latin1');
    rmSync(folder, { recursive: true });
    expect(content).toContain('Otto');
    expect(content.match(MARK)).toBeNull();
  },
);
