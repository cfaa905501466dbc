import { ANONYMOUS } from '#shared/access/actor.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { createApiClient } from '#shared/api/client.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { PokePage, PushResponse, PushRow } from '#shared/sync/messages.ts';
import { openDatabase, type LocalDatabase } from '#pwa/data/store/database.ts';
import { writeDocument, type Content } from '#pwa/data/store/local-writes.ts';
import { unparkWrites } from '#pwa/data/sync/parked-writes.ts';
import { applyPokePage, pullCollection } from '#pwa/data/sync/pull-collection.ts';
import { pushWrites, tidyOutbox } from '#pwa/data/sync/push-writes.ts';
import { readPokePage } from '#server/core/pull.ts';
import { DATA_ENDPOINT, type CoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { createDeviceStorage, type DeviceStorage, type TabStorage } from './device-storage.ts';
import type { Fate, ModelNetwork } from './model-network.ts';
import { observeReads } from './model-reads.ts';
import { readHeld, type HeldValues } from './model-held.ts';
import { recordRows, recordVerdicts, type ModelRecord, type PersonalWrite } from './model-record.ts';

/** The server refuses any document with a text in this field. */
export const FORBIDDEN = 'forbidden';

export interface ModelWorld {
  readonly server: CoreServer;
  readonly network: ModelNetwork;
  readonly record: ModelRecord;
  readonly clock: Clock;
}

/** One tab of a device; several share a disk. */
export interface ModelTab {
  readonly device: number;
  readonly database: LocalDatabase;
  readonly disk: TabStorage;
  /** Fates of its next requests; later ones arrive. */
  fates: Fate[];
  edit(id: string, field: string, value: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Both resolve when the errand has ended or one of its messages is held; a tab runs one of each at a time. */
  push(): Promise<void>;
  pull(): Promise<void>;
  /** What a poke with so many newest changes brings this tab; `undefined` without any. */
  poke(changes: number): Promise<PokePage | undefined>;
  take(page: PokePage): Promise<void>;
  /**
   * Signs in on this device: pending writes are pushed and the account claims the device's documents. Sign-in fails
   * while writes are pending.
   */
  signIn(): Promise<void>;
  holds(): Promise<HeldValues>;
  /** Closes and reopens the tab on the same disk. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** The user of a device, signed in or not. */
export interface DeviceUser {
  isSignedIn: boolean;
}

export async function createModelDevice(
  world: ModelWorld,
  device: number,
  { tabs, user }: { readonly tabs: number; readonly user: DeviceUser },
): Promise<readonly ModelTab[]> {
  const { server, record } = world;
  const reads = observeReads({ device, record, epoch: () => server.store.epoch });
  const disk = createDeviceStorage(reads.stored);
  const fid = createId();
  return Promise.all(
    Array.from({ length: tabs }, (_, tab) => createModelTab(world, { device, tab, fid, disk, user })),
  );
}

interface TabOptions {
  readonly device: number;
  readonly tab: number;
  readonly fid: string;
  readonly disk: DeviceStorage;
  readonly user: DeviceUser;
}

/** More than any tab needs in one run. */
const MAX_REQUESTS = 500;
// Small, so that every page but the last is full.
const PACE = { size: 1, most: 1 };

async function createModelTab(
  world: ModelWorld,
  { device, tab, fid, disk, user }: TabOptions,
): Promise<ModelTab> {
  const { server, network, record, clock } = world;
  const open = async () => {
    let requests = 0;
    const errands = { push: network.createErrand(), pull: network.createErrand() };
    const client = createApiClient({
      fetch: (url, init) => {
        // Every request but a page comes from the push.
        const errand = new URL(url).pathname.endsWith('/pull') ? errands.pull : errands.push;
        const call = () => answer(world, url, init as RequestInit);
        requests += 1;
        if (requests > MAX_REQUESTS) {
          record.breaches.push(`[CL1] device ${device} sends endlessly`);
          throw new TypeError('Failed to fetch');
        }
        return errand.send(call, one.fates.shift() ?? 'fine');
      },
      origin: 'http://localhost',
      dataEndpoint: DATA_ENDPOINT,
      headers: () => ({
        authorization: `Bearer ${server.tokenOf(fid)}`,
        ...(user.isSignedIn ? { cookie: 'session=ada' } : {}),
      }),
    });
    const view = disk.openFor(tab);
    // On every other device a tab learns of the others' writes from the disk only, as if their news came too late.
    if (device % 2 === 1) view.missNews();
    const database = await openDatabase({
      name: `device${device}`,
      storage: view.storage,
      isShared: false,
      collections: ['contacts'],
    });
    return { disk: view, database, client, errands };
  };
  let opened = await open();

  async function write(id: string, made: Pick<PersonalWrite, 'kind' | 'field' | 'value'>): Promise<void> {
    let seen: Content<'contacts'> | undefined;
    await writeDocument({ database: opened.database, clock }, 'contacts', id, (current) => {
      seen = current && pickContent(current);
      if (made.kind === 'delete') return 'delete';
      return { ...(seen ?? createContent(`${id} ${++record.births}`)), [made.field]: made.value };
    });
    record.writes.push({ device, id, ...made, seen });
  }

  async function start(kind: 'push' | 'pull', work: () => Promise<unknown>): Promise<void> {
    const errand = opened.errands[kind];
    if (!errand.isUnderWay) await errand.start(work);
  }

  const one: ModelTab = {
    device,
    get database() {
      return opened.database;
    },
    get disk() {
      return opened.disk;
    },
    fates: [],
    edit: (id, field, value) => write(id, { kind: 'edit', field, value }),
    remove: (id) => write(id, { kind: 'delete', field: '', value: '' }),
    push: () =>
      start('push', () =>
        pushWrites({ database: opened.database, client: opened.client, clock, onPushed: () => undefined }),
      ),
    pull: () => {
      const options = { database: opened.database, client: opened.client, clock, pace: PACE };
      return start('pull', () => pullCollection(options, 'contacts'));
    },
    async poke(changes) {
      const ada = user.isSignedIn ? { accountId: 'ada', email: 'ada@example.com' } : {};
      const newest = await server.store.newestSequence();
      const from = { collection: 'contacts', after: Math.max(0, newest - changes) };
      const page = await readPokePage(server.store, from, { ...ANONYMOUS, fid, ...ada });
      return page === undefined ? undefined : (JSON.parse(page) as PokePage);
    },
    // A page that doesn't fit makes the engine pull; here the pull is a step of its own.
    take: (page) => start('pull', () => applyPokePage(opened.database, 'contacts', page)),
    async signIn() {
      one.fates = [];
      await one.push();
      if (!user.isSignedIn && (await opened.database.outbox.find().exec()).length > 0) return;
      const as = { device: fid, session: 'ada' };
      const { ok } = await server.request('/claim', { method: 'POST', as });
      if (!ok) record.breaches.push(`[AC4] device ${device} could not claim its documents for the account`);
      user.isSignedIn = true;
    },
    holds: () => readHeld(opened.database),
    async restart() {
      one.fates = [];
      opened.errands.push.abandon();
      opened.errands.pull.abandon();
      await opened.database.close();
      opened = await open();
      await tidyOutbox(opened.database, clock.now());
      await unparkWrites(opened.database);
    },
    close: async () => void (await opened.database.close()),
  };
  return one;
}

/** The server's response, whose verdicts are recorded even if it gets lost. */
async function answer({ server, record }: ModelWorld, url: string, init: RequestInit): Promise<Response> {
  if (init.method !== 'POST') return server.app.request(url, init);
  const { rows } = JSON.parse(String(init.body)) as { rows: PushRow[] };
  recordRows(record, rows);
  const response = await server.app.request(url, {
    ...init,
    body: JSON.stringify({ rows: rows.map(spoil) }),
  });
  if (response.ok) recordVerdicts(record, rows, (await response.clone().json()) as PushResponse);
  return response;
}

/** Simulates a rule that only the server checks: makes valid content invalid. */
function spoil(row: PushRow): PushRow {
  const { newDocumentState } = row;
  if (newDocumentState['contactPhone'] !== FORBIDDEN || newDocumentState._deleted) return row;
  return { ...row, newDocumentState: { ...newDocumentState, contactEmail: 0 } };
}

/** Every document starts with unique values. */
function createContent(birth: string): Content<'contacts'> {
  return {
    ...enquiryContent(`message of ${birth}`),
    contactName: `name of ${birth}`,
    contactCompany: `company of ${birth}`,
  };
}

function pickContent(document: Content<'contacts'>): Content<'contacts'> {
  const { contactName, contactEmail, contactPhone, contactCompany, contactMessage } = document;
  return { contactName, contactEmail, contactPhone, contactCompany, contactMessage };
}
