import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from './app-env.ts';
import { createAddressReader, isLoopback } from './client-address.ts';

/** What the server takes for the address of a caller. */
async function addressOf(
  trusted: readonly string[],
  remote: string | undefined,
  forwarded?: string,
): Promise<string> {
  const read = createAddressReader(trusted);
  const app = new Hono<AppEnv>().get('/', (c) => c.text(String(read(c))));
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const env = { incoming: { socket: { remoteAddress: remote } } };
  return (await app.request('/', { headers }, env)).text();
}

const PROXY = '10.0.0.1';
const PROXIES = [PROXY, '192.168.0.0/16', '2001:db8:ffff::/48', '127.0.0.1'];

test.each([
  ['a plain caller is who it is', '203.0.113.7', undefined, '203.0.113.7'],
  ['a caller’s own header is not believed', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['a trusted proxy is believed', PROXY, '198.51.100.1', '198.51.100.1'],
  ['what the caller put before it is not', PROXY, '1.2.3.4, 198.51.100.1', '198.51.100.1'],
  ['a chain of trusted proxies is followed back', PROXY, '198.51.100.1, 192.168.7.7', '198.51.100.1'],
  ['and no further', PROXY, '1.2.3.4, 198.51.100.1, 192.168.7.7', '198.51.100.1'],
  ['a trusted proxy that says nothing is the caller', PROXY, undefined, PROXY],
  ['nonsense ends the chain at the last address known', PROXY, '198.51.100.1, nonsense', PROXY],
  ['a port is nonsense', PROXY, '198.51.100.1:1234', PROXY],
  ['nonsense before a proxy ends it there', PROXY, 'x, 192.168.7.7', '192.168.7.7'],
  ['IPv6 is followed too', '2001:db8:ffff::1', '2001:db8:1::9', '2001:db8:1::9'],
  ['IPv4 in IPv6’s clothes is IPv4', '::ffff:10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
  [
    'an IPv6 neighbour of a trusted network is not trusted',
    '2001:db8:fffe::1',
    '1.2.3.4',
    '2001:db8:fffe::1',
  ],
  ['a proxy on this machine is trusted when named', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['without a connection there is no address', undefined, '198.51.100.1', 'undefined'],
])('[T41] %s', async (_what, remote, forwarded, expected) => {
  expect(await addressOf(PROXIES, remote, forwarded)).toBe(expected);
});

test('[T41] unless the settings name a proxy nobody’s header counts, this machine’s neither', async () => {
  for (const remote of ['127.0.0.1', '::1', PROXY]) {
    expect(await addressOf([], remote, '198.51.100.1')).toBe(remote);
  }
});

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['128.0.0.1', false],
  ['::2', false],
  ['1270.0.0.1', false],
])('[T41] whether %s is this machine: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});
