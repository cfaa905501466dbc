import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Installation } from '#shared/api/messages.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { PullPage } from '#shared/sync/messages.ts';
import { openPostgresStores, type PostgresOptions } from '#server/stores/postgres/open-stores.ts';
import { startPostgres, type PostgresServer } from '../../scripts/postgres-server.ts';
import { put } from '../contracts/document-store-writes.ts';
import { toCount } from '../soak/soak-setting.ts';
import { PUSH, row } from '../support/core-calls.ts';
import { openDatabaseLink, type DatabaseLink } from '../support/database-link.ts';
import { enquiryContent } from '../support/samples.ts';
import { newNetwork } from '../support/shared-browser.ts';
import { startShopServer } from '../support/shop-server.ts';

const PROMOTIONS = toCount('PROMOTIONS', { suite: 1, soak: 50 });

/** The server that answers at the link's address. */
let database: PostgresServer;
let link: DatabaseLink;
beforeEach(async () => {
  database = startPostgres();
  link = await openDatabaseLink(database.url);
});
afterEach(async () => {
  await link.cut();
  database.stop();
});

/** A standby of the present data takes over once `meanwhile` is done. */
async function failOver(meanwhile: () => Promise<unknown>): Promise<void> {
  const promote = database.copy();
  await meanwhile();
  database.stop();
  database = promote();
  link.turnTo(database.url);
}

async function openNode(options?: Partial<PostgresOptions>) {
  const node = await openPostgresStores({ url: link.url, schema: 'shop', ...options });
  onTestFinished(() => node.close());
  return node;
}

const CHANGES = { collection: 'contacts', scope: 'everything', after: 0, limit: 9 } as const;

test('[DB9] [DB1] a promoted standby that lacks acknowledged writes begins one new epoch, and no node goes on in the old one', async () => {
  const nodes = [await openNode(), await openNode()] as const;
  const [first, second] = nodes;
  await put(first.documents, { id: 'a' });
  await failOver(() => put(second.documents, { id: 'lost' }));

  const ended = { code: 'unavailable', status: 503 };
  const tries = nodes.map(({ documents }) => put(documents, { id: 'b' }));
  for (const one of await Promise.allSettled(tries)) expect(one).toMatchObject({ reason: ended });
  await Promise.all(nodes.map(({ epochEnded }) => epochEnded));
  for (const { documents } of nodes) {
    await expect(put(documents, { id: 'b' })).rejects.toMatchObject(ended);
    await expect(documents.changesSince(CHANGES)).rejects.toMatchObject(ended);
  }

  const [third, fourth] = [await openNode(), await openNode()];
  const { epoch, restoredTo } = third.documents;
  expect(epoch).not.toBe(first.documents.epoch);
  expect(restoredTo).toEqual(new Map([[first.documents.epoch, 1]]));
  expect(fourth.documents).toMatchObject({ epoch, restoredTo });
  await put(third.documents, { id: 'b' });
  const { documents } = await fourth.documents.changesSince(CHANGES);
  expect(documents.map(({ id, sequence }) => [id, sequence])).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
});

test('[DB9] where a failover loses nothing, the epoch and the nodes go on', async () => {
  const node = await openNode({ keepsAll: true });
  await put(node.documents, { id: 'a' });
  await failOver(async () => undefined);
  const goesOn = () =>
    put(node.documents, { id: 'b', writeId: 'write-b' }).then(
      () => true,
      () => false,
    );
  await expect.poll(goesOn).toBe(true);
  expect((await openNode({ keepsAll: true })).documents.epoch).toBe(node.documents.epoch);
});

test(`[DB9] [RT3] a running server opens a promoted standby by itself, and a device brings back what was lost (promotions: ${PROMOTIONS})`, async () => {
  const files = mkdtempSync(join(tmpdir(), 'nankeen-failover-'));
  onTestFinished(() => rmSync(files, { recursive: true, force: true }));
  const server = await startShopServer({ DATABASE_URL: link.url, FILES_DIR: files, DRAIN_SECONDS: '0' });
  onTestFinished(() => server.stop());
  const call = async (path: string, headers: Readonly<Record<string, string>>, json?: object) => {
    const response = await fetch(`${server.origin}/api/v1${path}`, {
      headers: { 'content-type': 'application/json', ...headers },
      ...(json && { method: 'POST', body: JSON.stringify(json) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const installDevice = async () => {
    const network = newNetwork();
    const installation = { fid: createId(), appId: 'test', authVersion: 'v1', sdkVersion: 'w1' };
    const { authToken } = (await call('/installations', network, installation)).body as Installation;
    const device = { ...network, authorization: `Bearer ${authToken.token}` };
    return {
      push: (id: string) => call(PUSH, device, { rows: [row(id, `write-${id}`, enquiryContent())] }),
      pull: (after: string) =>
        call(`/testing/data/contacts/pull?limit=100&after=${encodeURIComponent(after)}`, device),
    };
  };
  const health = async () => (await call('/health', {})).body as { sequence: number; epoch: string };

  const accepted = { status: 200, body: { verdicts: [{ verdict: 'accepted' }] } };

  for (let promotion = 1; promotion <= PROMOTIONS; promotion += 1) {
    const [kept, lost] = [`kept${promotion}`, `lost${promotion}`];
    // One device may send only a few enquiries.
    const { push, pull } = await installDevice();
    expect(await push(kept)).toMatchObject(accepted);
    const before = await health();
    let checkpoint = '';
    await failOver(async () => {
      expect(await push(lost)).toMatchObject(accepted);
      checkpoint = ((await pull('')).body as PullPage).checkpoint;
    });
    await expect
      .poll(() => pull(checkpoint), { timeout: 60_000 })
      .toMatchObject({
        status: 409,
        body: { error: { reason: 'RESET', restoredTo: before.sequence } },
      });
    expect((await health()).epoch).not.toBe(before.epoch);
    expect(await push(lost)).toMatchObject(accepted);
    const { documents } = (await pull('')).body as PullPage;
    expect(documents.map(({ FBUID }) => FBUID)).toEqual([kept, lost]);
  }
  const counted = await server.admin('/admin/collections/contacts');
  expect(await counted.json()).toMatchObject({ documents: 2 * PROMOTIONS });
}, 1_800_000);
