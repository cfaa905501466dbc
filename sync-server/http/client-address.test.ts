import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from './app-env.ts';
import { createAddressReader, isLoopback } from './client-address.ts';

/** The address that the server derives for a caller. */
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
  ['a direct caller has its own address', '203.0.113.7', undefined, '203.0.113.7'],
  ['a direct caller’s header is ignored', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['a trusted proxy’s header is used', PROXY, '198.51.100.1', '198.51.100.1'],
  ['addresses that the caller put before it are ignored', PROXY, '1.2.3.4, 198.51.100.1', '198.51.100.1'],
  ['a chain of trusted proxies is followed', PROXY, '198.51.100.1, 192.168.7.7', '198.51.100.1'],
  ['addresses before the chain are ignored', PROXY, '1.2.3.4, 198.51.100.1, 192.168.7.7', '198.51.100.1'],
  ['a trusted proxy without the header is the caller', PROXY, undefined, PROXY],
  ['an invalid entry ends the chain at the last known address', PROXY, '198.51.100.1, nonsense', PROXY],
  ['an address with a port is invalid', PROXY, '198.51.100.1:1234', PROXY],
  ['an invalid entry before a proxy ends the chain at the proxy', PROXY, 'x, 192.168.7.7', '192.168.7.7'],
  ['IPv6 proxies are followed', '2001:db8:ffff::1', '2001:db8:1::9', '2001:db8:1::9'],
  ['an IPv4-mapped IPv6 address is IPv4', '::ffff:10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
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

test('[T41] without a configured proxy every forwarding header is ignored, also from loopback', async () => {
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
])('[T41] isLoopback of %s is %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});
