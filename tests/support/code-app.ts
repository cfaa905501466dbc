import { createHmac } from 'node:crypto';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that a code app shows, RFC 6238. @param key as typed or read from the QR code @param at epoch milliseconds */
export function toCodeAt(key: string, at: number): string {
  const bits = [...key].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const step = Math.floor(at / 30_000);
  const counter = Buffer.from(step.toString(16).padStart(16, '0'), 'hex');
  const hmac = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const number = hmac.readUInt32BE((hmac.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(number).slice(-6).padStart(6, '0');
}
