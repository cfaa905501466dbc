import { beforeEach, expect, test } from 'vitest';
import { toChecksum } from '#shared/sync/checksum.ts';
import type { Checksum } from '#shared/sync/checksum.ts';
import { dataPath, pullPage, pushRow, row, signIn } from '../support/core-calls.ts';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { enquiryContent } from '../support/samples.ts';

const ADA = { device: 'ada' };

let server: CoreServer;
beforeEach(() => void (server = createCoreServer()));

const ask = async (as: Caller, collection = 'contacts') =>
  (await (await server.request(dataPath(`${collection}/checksum`), { as })).json()) as Checksum & {
    readonly sequence: number;
  };

test('[CL10] a device computes the server’s digest from its pulled documents', async () => {
  for (let count = 0; count < 30; count++) {
    await pushRow(
      server,
      { device: count % 3 === 0 ? 'ben' : 'ada' },
      'contacts',
      row(`d${count}`, `w${count}`, enquiryContent()),
    );
  }
  await pushRow(server, ADA, 'contacts', row('d1', 'w1b', enquiryContent('again'), { base: 'w1' }));
  await pushRow(server, ADA, 'contacts', row('d2', 'w2b', {}, { base: 'w2', deleted: true }));
  for (const as of [ADA, { device: 'ben' }, signIn(server, 'sam', true)]) {
    const { documents } = await pullPage(server, as, 'contacts');
    const living = documents.filter(({ _deleted }) => !_deleted);
    const states = living.map(({ FBUID, writeId = '' }) => ({ id: FBUID, writeId }));
    expect(await ask(as)).toEqual({ ...toChecksum(states), sequence: 32 });
  }
  expect((await ask(ADA)).count).toBe(19);
});

test('[CL10] [AC1] documents that a reader may not see do not count', async () => {
  await pushRow(server, ADA, 'contacts', row('one', 'w1', enquiryContent()));
  const nothing = { count: 0, digest: 0, sequence: 1 };
  expect(await ask({ device: 'ben' })).toEqual(nothing);
  expect(await ask({})).toEqual(nothing);
  expect(await ask(ADA, 'products')).toEqual(nothing);
  expect(await ask({ ...ADA, ...signIn(server, 'ann') }, 'free')).toEqual(nothing);
});

test('[CL10] an invalid collection name is rejected', async () => {
  const response = await server.request(dataPath('~/checksum'), { as: ADA });
  await expectRefusal(server, response, { status: 400, code: 'invalid-argument', path: 'collection' });
});
