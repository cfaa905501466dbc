import { expect, test } from 'vitest';
import { createCoreServer } from '../support/core-server.ts';
import { pushRow, row } from '../support/core-calls.ts';
import { enquiryContent } from '../support/samples.ts';
import { readFileSync } from 'node:fs';

test('[R-GEN-10] anyone can read status, version 0.2.75, sequence and epoch', async () => {
  const server = createCoreServer();
  await pushRow(server, { device: 'ada' }, 'contacts', row('one', 'w1', enquiryContent()));
  const response = await server.request('/health');
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    status: 'ok',
    version: '0.2.75',
    sequence: 1,
    epoch: server.store.epoch,
  });
});

test('[R-GEN-10] the package has the same version', () => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ version: '0.2.75' });
});

test('[R-GEN-09] [R-CST-11] [R-LEG-04] the public configuration names the endpoint and where the shop delivers, and production is false', async () => {
  const response = await createCoreServer().request('/config');
  expect(await response.json()).toMatchObject({
    dataEndpoint: 'testing/data',
    deliveryCountries: ['AU'],
    production: false,
    currency: 'AUD',
  });
});
