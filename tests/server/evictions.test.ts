import { beforeEach, expect, test, vi } from 'vitest';
import { dataPath, pullPage, pushRow, row, signIn } from '../support/core-calls.ts';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { createStreamReader } from '../support/stream-reader.ts';

const ADA = { device: 'ada' };

let server: CoreServer;
let ann: { readonly session: string };
beforeEach(() => {
  server = createCoreServer();
  ann = signIn(server, 'ann');
});

const enquire = (as: Caller, id: string) =>
  pushRow(server, as, 'contacts', row(id, `w-${id}`, enquiryContent('a secret')));
const claim = () => server.request('/claim', { as: { ...ADA, ...ann }, method: 'POST' });

test('[AC3] a document claimed by an account is evicted from the device without its content', async () => {
  await enquire(ADA, 'one');
  const { checkpoint } = await pullPage(server, ADA, 'contacts');
  await claim();
  const page = await pullPage(server, ADA, 'contacts', `after=${checkpoint}`);
  const writeId = expect.stringMatching(/^\w{20}\.2$/) as string;
  expect(page.documents).toEqual([
    {
      FBUID: 'one',
      writeId,
      _deleted: true,
      evicted: true,
      sync: {
        sequence: 2,
        acknowledged: page.documents[0]?.writeId,
        updatedAt: expect.any(String),
        updatedBy: '',
      },
    },
  ]);
  expect(JSON.stringify(page)).not.toContain('secret');
  const rest = await pullPage(server, ADA, 'contacts', `after=${page.checkpoint}`);
  expect(rest.documents).toEqual([]);
});

test('[AC3] readers that still have access keep the document', async () => {
  await enquire(ADA, 'one');
  const staff = signIn(server, 'sam', true);
  await claim();
  for (const as of [{ ...ADA, ...ann }, ann, staff, 'admin'] as const) {
    const { documents } = await pullPage(server, as, 'contacts');
    expect(documents).toMatchObject([{ FBUID: 'one', contactMessage: 'a secret' }]);
    expect(documents[0]).not.toHaveProperty('evicted');
  }
});

test('[AC3] [PL2] pages of evictions and documents are full until the last', async () => {
  for (let count = 0; count < 7; count++) await enquire(ADA, `d${count}`);
  let { checkpoint } = await pullPage(server, ADA, 'contacts');
  await claim();
  for (let count = 7; count < 12; count++) await enquire(ADA, `d${count}`);
  const lengths: number[] = [];
  const seen: unknown[] = [];
  for (;;) {
    const page = await pullPage(server, ADA, 'contacts', `limit=5&after=${checkpoint}`);
    checkpoint = page.checkpoint;
    lengths.push(page.documents.length);
    seen.push(...page.documents.map(({ FBUID, evicted }) => [FBUID, evicted ?? false]));
    if (page.documents.length < 5) break;
  }
  expect(lengths).toEqual([5, 5, 2]);
  expect(seen).toEqual(Array.from({ length: 12 }, (_, index) => [`d${index}`, index < 7]));
});

test('[AC3] [ST1] an eviction pokes the device’s stream and its long poll', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  try {
    await enquire(ADA, 'one');
    const stream = createStreamReader(await server.request(dataPath('stream'), { as: ADA }));
    await claim();
    await vi.advanceTimersByTimeAsync(100);
    const received = await stream.until('poke');
    expect(received.at(-1)?.data).toEqual({ collection: 'contacts', sequence: 2 });
    await stream.cancel();
  } finally {
    vi.useRealTimers();
  }
  const poll = await server.request(dataPath('changes?after=1&timeout=5'), { as: ADA });
  expect(await poll.json()).toMatchObject({ pokes: [{ collection: 'contacts', sequence: 2 }] });
});
