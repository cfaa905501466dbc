import { hostname } from 'node:os';
import { beforeEach, expect, test } from 'vitest';
import { createLog } from '#server/log.ts';
import { pushRows, row } from '../support/core-calls.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';

let lines: string[];
let server: CoreServer;
beforeEach(() => {
  lines = [];
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } });
  server = createCoreServer(undefined, undefined, { log });
});

const ADA = { device: 'ada' };

test('[T39] a push with rejected writes is one line in the log with counts, and no content', async () => {
  const tooLong = { ...enquiryContent(), contactPhone: '0'.repeat(61) };
  await pushRows(server, ADA, 'contacts', [
    row('good', 'w1', enquiryContent('a secret message')),
    row('long', 'w2', { ...tooLong, contactMessage: 'a secret message' }),
    row('longer', 'w3', tooLong),
    row('strange', 'w4', { ...enquiryContent(), 'secret*field': 'a secret message' }),
    'no row',
  ]);
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      pid: process.pid,
      hostname: hostname(),
      msg: 'writes rejected',
      requestId: expect.stringMatching(/^[\w-]+$/),
      rows: 5,
      rejected: { 'invalid-argument': 4 },
    },
  ]);
});

test('[T39] rejections are counted by their code', async () => {
  await pushRows(server, ADA, 'products', [row('one', 'w1', enquiryContent()), row('two', 'w2', {})]);
  await pushRows(server, ADA, 'contacts', [row('one', 'w3', enquiryContent())]);
  expect(lines.map((line) => (JSON.parse(line) as { rejected: object }).rejected)).toEqual([
    { 'permission-denied': 2 },
  ]);
});
