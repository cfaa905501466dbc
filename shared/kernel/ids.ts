/** In character-code order, so that ids sort by their leading time. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 20;
const TIME_LENGTH = 8;

/** Fills `bytes` with unpredictable values, like `crypto.getRandomValues`. */
export type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => unknown;

interface RandomHost {
  readonly crypto: { getRandomValues(bytes: Uint8Array<ArrayBuffer>): unknown };
}

/** The platform's random source, the same API in browsers and Node. */
export const platformRandom: RandomBytes = (bytes) =>
  (globalThis as unknown as RandomHost).crypto.getRandomValues(bytes);

const pool = new Uint8Array(8192);
let poolUsed = pool.length;

/** Fetches random bytes for many ids at once: a platform call costs eight times as much as the rest of an id. */
const pooledRandom: RandomBytes = (bytes) => {
  if (poolUsed + bytes.length > pool.length) {
    platformRandom(pool);
    poolUsed = 0;
  }
  bytes.set(pool.subarray(poolUsed, poolUsed + bytes.length));
  poolUsed += bytes.length;
};

/**
 * Creates an id for a document or a write: 20 characters `[0-9A-Za-z]`, 8 from the time and 12 random (71 bits).
 * Consecutive ids are adjacent in an index, which makes bulk inserts several times cheaper.
 * @param now epoch milliseconds; used for ordering only, so clocks needn't agree
 */
export function createId(random: RandomBytes = pooledRandom, now: number = Date.now()): string {
  return toTimeText(now) + createRandomText(ID_LENGTH - TIME_LENGTH, random);
}

/** Another id made of this one, always the same: making a document under it twice makes one document. */
export function followingId(id: string): string {
  const last = ALPHABET.indexOf(id.slice(-1));
  return `${id.slice(0, -1)}${ALPHABET[(last + 1) % ALPHABET.length]}`;
}

/** Creates an unguessable secret of 20 characters `[0-9A-Za-z]` (119 bits). */
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
  // 248 = 4 × 62. Larger bytes are dropped so that every character is equally likely.
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
