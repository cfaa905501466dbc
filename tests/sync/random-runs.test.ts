import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { createTestClock } from '../support/test-clock.ts';
import { ANSWER_LOST, createTestDevice, OFFLINE, ONLINE, type TestDevice } from '../support/test-device.ts';

/** What may happen in a run, in any order. */
type Step =
  | {
      readonly kind: 'write';
      readonly device: number;
      readonly id: number;
      readonly field: number;
      readonly text: number;
    }
  | { readonly kind: 'delete'; readonly device: number; readonly id: number }
  | {
      readonly kind: 'push' | 'pull';
      readonly device: number;
      readonly network: 'fine' | 'gone' | 'answer lost';
    }
  /** The push takes effect now; its answer arrives only before this device's next push. */
  | { readonly kind: 'late push'; readonly device: number };

const FIELDS = ['contactName', 'contactPhone', 'contactCompany', 'contactMessage'] as const;
const DEVICES = 2;
const IDS = 2;

const device = fc.nat(DEVICES - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      device,
      id: fc.nat(IDS - 1),
      field: fc.nat(FIELDS.length - 1),
      text: fc.nat(99),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), device, id: fc.nat(IDS - 1) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('push' as const, 'pull' as const),
      device,
      network: fc.constantFrom('fine' as const, 'fine' as const, 'gone' as const, 'answer lost' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('late push' as const), device }) },
);

const NETWORKS = { fine: ONLINE, gone: OFFLINE, 'answer lost': ANSWER_LOST };
const RUNS = Number(process.env['SYNC_RUNS'] ?? 60);
const SEED = Number(process.env['SYNC_SEED'] ?? Date.now() % 2 ** 31);

test(`[CF1] [PL4] [HI2] any order of writes, deletes, lost requests and lost answers ends in one state (seed ${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      const clock = createTestClock();
      const server = createCoreServer(undefined, clock);
      // One account on all devices, so that they share their documents.
      server.sessions.set('ada', { accountId: 'ada', email: 'ada@example.com', isStaff: false });
      const devices = await Promise.all(
        Array.from({ length: DEVICES }, () => createTestDevice(server, { session: 'ada', pageSize: 3 })),
      );
      const late = createLatePushes();
      try {
        for (const taken of steps) {
          clock.advance(1000);
          const one = devices[taken.device] as TestDevice;
          if (taken.kind === 'push' || taken.kind === 'late push') await late.arrive(one);
          if (taken.kind === 'late push') await late.start(one);
          else await take(taken, one);
        }
        for (const one of devices) await late.arrive(one);
        await settle(devices);
        await expectConvergence(server, devices);
        await expectSoundHistory(server);
      } finally {
        await Promise.all(devices.map((one) => one.close()));
      }
    }),
    { numRuns: RUNS, seed: SEED },
  );
}, 600_000);

/** Pushes whose answers are held back. */
function createLatePushes() {
  const held = new Map<TestDevice, { readonly release: () => void; readonly done: Promise<void> }>();
  return {
    async start(one: TestDevice): Promise<void> {
      let release = () => {};
      const gate = new Promise<void>((resolve) => (release = resolve));
      let hasTakenEffect = () => {};
      const effect = new Promise<void>((resolve) => (hasTakenEffect = resolve));
      one.network = async (call) => {
        const answer = await call();
        hasTakenEffect();
        await gate;
        return answer;
      };
      const done = one.push().catch(() => undefined);
      held.set(one, { release, done });
      await Promise.race([effect, done]);
    },
    async arrive(one: TestDevice): Promise<void> {
      const push = held.get(one);
      held.delete(one);
      one.network = ONLINE;
      push?.release();
      await push?.done;
    },
  };
}

async function take(taken: Exclude<Step, { kind: 'late push' }>, one: TestDevice): Promise<void> {
  if (taken.kind === 'write') {
    const field = FIELDS[taken.field] ?? 'contactName';
    await one.write('contacts', `enquiry${taken.id}`, (current) => ({
      ...enquiryContent(),
      ...(current ? pickContent(current) : {}),
      [field]: `text ${taken.text}`,
    }));
  } else if (taken.kind === 'delete') {
    await one.write('contacts', `enquiry${taken.id}`, () => 'delete');
  } else {
    one.network = NETWORKS[taken.network];
    await (taken.kind === 'push' ? one.push() : one.pull('contacts')).catch(() => undefined);
  }
}

function pickContent(document: ReturnType<typeof enquiryContent>): ReturnType<typeof enquiryContent> {
  const { contactName, contactEmail, contactPhone, contactCompany, contactMessage } = document;
  return { contactName, contactEmail, contactPhone, contactCompany, contactMessage };
}

async function settle(devices: readonly TestDevice[]): Promise<void> {
  for (let round = 0; round < 3; round++) {
    for (const one of devices) {
      one.network = ONLINE;
      await one.sync('contacts');
    }
  }
}

async function expectConvergence(server: CoreServer, devices: readonly TestDevice[]): Promise<void> {
  const stored = await server.store.list({
    collection: 'contacts',
    scope: 'everything',
    afterId: '',
    limit: 100,
  });
  const truth = stored.map(({ id, writeId, data, sequence }) => ({ id, writeId, data, sequence }));
  for (const one of devices) {
    const local = await one.database.contacts.find({ sort: [{ FBUID: 'asc' }] }).exec();
    const seen = local.map((document) => {
      const { writeId, sync, ...data } = document.toJSON();
      return { id: document.FBUID, writeId, data, sequence: sync.sequence };
    });
    expect(seen).toEqual(truth);
    expect(await one.database.outbox.find().exec(), 'nothing waits for ever').toEqual([]);
  }
}

async function expectSoundHistory(server: CoreServer): Promise<void> {
  const seen = new Set<string>();
  for (let id = 0; id < IDS; id++) {
    const rows = await server.store.history({ collection: 'contacts', id: `enquiry${id}` }, undefined, 1000);
    for (const [index, row] of rows.entries()) {
      expect(seen.has(row.writeId), 'no write stands in history twice').toBe(false);
      seen.add(row.writeId);
      const older = rows[index + 1];
      if (older) expect(row.at > older.at, 'keys of a history strictly increase').toBe(true);
    }
  }
}
