import { createHmac } from 'node:crypto';
import { isSameSecret } from '#server/devices/device-tokens.ts';

const STEP_MS = 30_000;
const DIGITS = 6;

/** The time step of RFC 6238. @param now epoch milliseconds */
export function toTimeStep(now: number): number {
  return Math.floor(now / STEP_MS);
}

/** The code of a time step, RFC 6238 with SHA-1 and six digits, as every code app has it. */
export function toTotp(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hmac = createHmac('sha1', secret).update(counter).digest();
  const offset = (hmac.at(-1) ?? 0) & 15;
  const number = (hmac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/** The time step that a code belongs to, if it is the current one or a neighbour, because clocks differ. */
export function findTimeStep(secret: Uint8Array, code: string, now: number): number | undefined {
  const current = toTimeStep(now);
  return [current, current - 1, current + 1].find((step) => isSameSecret(toTotp(secret, step), code));
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648. @param bytes a multiple of five, which needs no padding */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('');
}

/** What a code app reads from the QR code. */
export function toKeyAddress(secret: Uint8Array, email: string): string {
  const label = `Nankeen:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=Nankeen&algorithm=SHA1&digits=6&period=30`;
}
