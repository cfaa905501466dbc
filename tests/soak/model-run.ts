import type { PokePage } from '#shared/sync/messages.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { createCoreServer } from '../support/core-server.ts';
import { createTestClock } from '../support/test-clock.ts';
import { checkCommit, findBreaches } from './model-checks.ts';
import { createModelDevice, type ModelTab, type ModelWorld } from './model-device.ts';
import { createModelNetwork } from './model-network.ts';
import { createModelRecord, recordRestore } from './model-record.ts';
import { IDS, type Act, type Run, type Step } from './model-steps.ts';
import { createResettableStore } from './resettable-store.ts';

/**
 * Plays a run in a fresh world.
 * @param openStore opens an empty store
 * @returns the broken invariants
 */
export async function playRun(
  { tabs: tabsOfDevices, visitors = [], steps }: Run,
  openStore: () => DocumentStore | Promise<DocumentStore>,
): Promise<readonly string[]> {
  const clock = createTestClock();
  const record = createModelRecord();
  const store = createResettableStore(
    (decision) => checkCommit(record, decision),
    await openStore(),
    openStore,
  );
  const server = createCoreServer(store, clock);
  // All devices end with the same account, so that they share their documents.
  server.sessions.set('ada', { accountId: 'ada', email: 'ada@example.com', isStaff: false });
  const network = createModelNetwork();
  const world: ModelWorld = { server, network, record, clock };
  const devices = await Promise.all(
    tabsOfDevices.map((tabs, device) =>
      createModelDevice(world, device, { tabs, user: { isSignedIn: !visitors.includes(device) } }),
    ),
  );
  const tabs = devices.flat();
  const pages: PokePage[] = [];
  let values = 0;
  let entriesInBackup = 0;

  async function perform(act: Act): Promise<void> {
    const tab = pick(tabs, act.tab);
    if (act.kind === 'edit') await tab.edit(toId(act.id), act.field, act.phone ?? `value ${++values}`);
    else if (act.kind === 'remove') await tab.remove(toId(act.id));
    else if (act.kind === 'take') {
      const page = pages.at(-1 - (act.which % Math.max(1, pages.length)));
      if (page) await tab.take(page);
    } else {
      tab.fates = [...act.fates];
      await tab[act.kind]();
    }
  }

  async function restore(): Promise<void> {
    const epochs = new Set([store.epoch, ...store.restoredTo.keys()]);
    const held = new Set<unknown>();
    for (const tab of tabs) {
      const { epoch, values: onDevice } = await tab.holds();
      if (epochs.has(epoch)) for (const value of onDevice) held.add(value);
    }
    recordRestore(record, { entries: entriesInBackup, held });
    await store.restore();
  }

  async function poke({ tab, edit, changes, isTaken }: Extract<Step, { kind: 'poke' }>): Promise<void> {
    const [reader, writer] = [pick(tabs, tab), pick(tabs, edit.tab)];
    reader.fates = [];
    await reader.pull();
    await perform(edit);
    writer.fates = [];
    await writer.push();
    const page = await reader.poke(changes);
    if (!page) return;
    pages.push(page);
    if (isTaken) await reader.take(page);
  }

  async function take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'together':
        return void (await Promise.all([perform(step.first), perform(step.second)]));
      case 'release':
        return network.release(step.which);
      case 'release and act':
        return void (await Promise.all([network.release(step.which), perform(step.act)]));
      case 'poke':
        return poke(step);
      case 'die': {
        const tab = pick(tabs, step.act.tab);
        tab.disk.dieAfter(step.writes);
        await perform(step.act).catch(() => undefined);
        return tab.restart();
      }
      case 'restart':
        return pick(tabs, step.tab).restart();
      case 'sign in':
        return pick(tabs, step.tab).signIn();
      case 'back up':
        entriesInBackup = record.history.length;
        return store.backUp();
      case 'start anew':
        return store.startAnew();
      case 'restore':
        return restore();
      default:
        return perform(step);
    }
  }

  try {
    for (const step of steps) {
      clock.advance(1000);
      await take(step);
    }
    await network.quieten();
    // Everything is reopened twice later, which cleans up after crashes.
    for (const _day of ['today', 'tomorrow']) {
      clock.advance(120_000);
      for (const tab of tabs) await tab.restart();
      await settle(devices);
      // A restore may have lost claims, so every device claims again.
      for (const [leader] of devices) await leader?.signIn();
      await settle(devices);
    }
    const breaches = await findBreaches(world, tabs);
    return breaches.length > 0 ? breaches : await findDeadIds(world, devices);
  } finally {
    await network.quieten();
    await Promise.all(tabs.map((tab) => tab.close()));
  }
}

const ROUNDS = 3;

/** Brings all devices online with one replicating tab each; the other tabs are merely open. */
async function settle(devices: readonly (readonly ModelTab[])[]): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    for (const [leader] of devices) {
      if (!leader) continue;
      leader.fates = [];
      await leader.push();
      await leader.pull();
    }
  }
}

/** An id unknown to the server must be usable, whatever happened to it in an earlier epoch. */
async function findDeadIds(world: ModelWorld, devices: readonly (readonly ModelTab[])[]): Promise<string[]> {
  const dead: string[] = [];
  for (const id of Array.from({ length: IDS }, (_, index) => toId(index))) {
    if (await world.server.store.read({ collection: 'contacts', id })) continue;
    const leader = devices[0]?.[0];
    // A device may still have a tombstone of the lost epoch: the first attempt then becomes a rejected change.
    for (let attempt = 0; attempt < 2; attempt++) {
      await leader?.edit(id, 'contactName', `reborn ${id}`);
      await settle(devices);
    }
    const head = await world.server.store.read({ collection: 'contacts', id });
    if (head?.data['contactName'] !== `reborn ${id}`) dead.push(`[RT2] ${id} can't be created again`);
  }
  return dead;
}

function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('A run needs a tab.');
  return item;
}

function toId(id: number): string {
  return `enquiry${id}`;
}
