const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 20;

/** Fills `bytes` with unpredictable values; `crypto.getRandomValues` fits. */
export type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => unknown;

interface RandomHost {
  readonly crypto: { getRandomValues(bytes: Uint8Array<ArrayBuffer>): unknown };
}

/** The platform's random source; browsers and Node offer the same one. */
export const platformRandom: RandomBytes = (bytes) =>
  (globalThis as unknown as RandomHost).crypto.getRandomValues(bytes);

/** A random id of 20 characters `[A-Za-z0-9]` (119 bits); used for documents and for writes. */
export function createId(random: RandomBytes = platformRandom): string {
  // 248 = 4 × 62: bytes above it are dropped, so that every character is equally likely.
  let id = '';
  while (id.length < ID_LENGTH) {
    const bytes = new Uint8Array(ID_LENGTH);
    random(bytes);
    for (const byte of bytes) {
      if (byte < 248 && id.length < ID_LENGTH) id += ALPHABET[byte % ALPHABET.length];
    }
  }
  return id;
}
