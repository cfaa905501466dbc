import { BlockList, isIP } from 'node:net';
import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';

/** Network address of whoever calls; `undefined` where there is no connection. */
export type AddressReader = (c: Context<AppEnv>) => string | undefined;

/**
 * The connection's own address. Only where that is a trusted proxy's, the last address in `X-Forwarded-For` that no
 * trusted proxy wrote of itself: whatever stands before it the caller may have made up.
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

/** Whether an address is this machine's own. */
export function isLoopback(address: string): boolean {
  return /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/i.test(address);
}

/** IPv4 in IPv6's clothes is IPv4. */
function toPlainAddress(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}

/** @throws Error for what is neither an address nor a network; the settings are checked before */
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
