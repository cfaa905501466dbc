/** In the order of the character codes, so that ids sort by the time at their start. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 20;
const TIME_LENGTH = 8;

/** Fills `bytes` with unpredictable values; `crypto.getRandomValues` fits. */
export type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => unknown;

interface RandomHost {
  readonly crypto: { getRandomValues(bytes: Uint8Array<ArrayBuffer>): unknown };
}

/** The platform's random source; browsers and Node offer the same one. */
export const platformRandom: RandomBytes = (bytes) =>
  (globalThis as unknown as RandomHost).crypto.getRandomValues(bytes);

const pool = new Uint8Array(8192);
let poolUsed = pool.length;

/** The same, fetched for many ids at once: to ask the platform costs eight times what an id costs otherwise. */
const pooledRandom: RandomBytes = (bytes) => {
  if (poolUsed + bytes.length > pool.length) {
    platformRandom(pool);
    poolUsed = 0;
  }
  bytes.set(pool.subarray(poolUsed, poolUsed + bytes.length));
  poolUsed += bytes.length;
};

/**
 * An id of 20 characters `[0-9A-Za-z]` for documents and for writes: 8 of the time, 12 random ones (71 bits). Ids made
 * one after the other stand side by side in an index, which makes storing many of them several times cheaper.
 * @param now epoch milliseconds; only the order gains by it, nothing relies on clocks agreeing
 */
export function createId(random: RandomBytes = pooledRandom, now: number = Date.now()): string {
  return toTimeText(now) + createRandomText(ID_LENGTH - TIME_LENGTH, random);
}

/** 20 characters `[0-9A-Za-z]` (119 bits) nobody can guess. */
export function createSecret(random: RandomBytes = platformRandom): string {
  return createRandomText(ID_LENGTH, random);
}

function toTimeText(now: number): string {
  let text = '';
  for (let rest = Math.max(0, Math.floor(now)); text.length < TIME_LENGTH; rest = Math.floor(rest / 62))
    text = `${ALPHABET[rest % 62]}${text}`;
  return text;
}

function createRandomText(length: number, random: RandomBytes): string {
  // 248 = 4 × 62: bytes above it are dropped, so that every character is equally likely.
  let text = '';
  while (text.length < length) {
    const bytes = new Uint8Array(length);
    random(bytes);
    for (const byte of bytes) {
      if (byte < 248 && text.length < length) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return text;
}
