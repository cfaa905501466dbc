import { BlockList, isIP } from 'node:net';
import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';

/** Network address of the caller; `undefined` without a connection. */
export type AddressReader = (c: Context<AppEnv>) => string | undefined;

/**
 * Reads the connection's address or, behind a trusted proxy, the last address in `X-Forwarded-For` that is not a
 * trusted proxy's. The caller can forge everything before it.
 * @param trusted addresses and networks such as `10.0.0.0/8`
 */
export function createAddressReader(trusted: readonly string[]): AddressReader {
  const proxies = toBlockList(trusted);
  const isProxy = (address: string) => {
    const family = isIP(address);
    return family !== 0 && proxies.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
  return (c) => {
    const remote = toPlainAddress(c.env?.incoming?.socket.remoteAddress);
    if (remote === undefined || !isProxy(remote)) return remote;
    const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
    let address = remote;
    for (const hop of hops.toReversed()) {
      if (isIP(hop) === 0) return address;
      address = toPlainAddress(hop) ?? hop;
      if (!isProxy(address)) return address;
    }
    return address;
  };
}

/** Whether an address is a loopback address. */
export function isLoopback(address: string): boolean {
  return /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/i.test(address);
}

/** Unwraps an IPv4-mapped IPv6 address. */
function toPlainAddress(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}

/** @throws Error for an invalid address or network; the settings are validated before */
function toBlockList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
