import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { createSemaphore } from './semaphore.ts';

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(candidate: { readonly hash: string; readonly password: string }): Promise<boolean>;
}

/** OWASP's parameters for scrypt: 32 MiB and about 100 ms per hash. */
const COST = { logN: 15, r: 8, p: 3 } as const;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const MAX_AT_ONCE = 2;
const MAX_WAITING = 20;

const STORED = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9_-]+)\$([A-Za-z0-9_-]+)$/;

/** Hashes with scrypt, a few at a time. Each hash carries its parameters: `$scrypt$ln=15,r=8,p=3$salt$key`. */
export function createPasswordHasher(): PasswordHasher {
  const semaphore = createSemaphore(MAX_AT_ONCE, MAX_WAITING);
  return {
    hash: (password) =>
      semaphore.run(async () => {
        const salt = randomBytes(SALT_BYTES);
        const key = await derive(password, salt, COST);
        const { logN, r, p } = COST;
        return `$scrypt$ln=${logN},r=${r},p=${p}$${salt.toString('base64url')}$${key.toString('base64url')}`;
      }),
    verify: ({ hash, password }) =>
      semaphore.run(async () => {
        const [, logN, r, p, salt, key] = STORED.exec(hash) ?? [];
        if (!salt || !key) return false;
        const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
        const derived = await derive(password, Buffer.from(salt, 'base64url'), cost);
        const stored = Buffer.from(key, 'base64url');
        return stored.length === derived.length && timingSafeEqual(stored, derived);
      }),
  };
}

interface Cost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** Normalises to NFKC, so the same password typed on another keyboard matches. */
function derive(password: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}
