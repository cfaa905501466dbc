/** Fingerprint of a sequence of texts; depends on their order and boundaries. */
export interface PlanHash {
  add(text: string): void;
  /** 32 hexadecimal digits. */
  digest(): string;
}

const FINAL_ROUNDS = 8;

/**
 * 128 bits in four lanes, mixed by multiplication and rotation with the constants of MurmurHash3. Uses 32-bit
 * arithmetic only, which is the same in every JavaScript engine. Detects whether data changed between a plan and its
 * job. It isn't cryptographic, because an attacker gains nothing from a collision. Each step is a bijection of the state,
 * and different units lead to different states, so inputs that differ in one unit never collide. Any others collide with
 * a probability of 2^-128.
 */
export function createPlanHash(): PlanHash {
  let [a, b, c, d] = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a];
  const mix = (unit: number) => {
    a = (rotate(Math.imul(a ^ unit, 0x239b961b), 19) + b) | 0;
    b = (rotate(Math.imul(b ^ unit, 0xab0e9789), 17) + c) | 0;
    c = (rotate(Math.imul(c ^ unit, 0x38b34ae5), 15) + d) | 0;
    d = (rotate(Math.imul(d ^ unit, 0xa1e38b93), 13) + a) | 0;
  };
  return {
    add(text) {
      // Larger than any UTF-16 unit, so that a length is never mistaken for one.
      mix(0x10000 + text.length);
      for (let index = 0; index < text.length; index++) mix(text.charCodeAt(index));
    },
    digest() {
      const kept = [a, b, c, d] as const;
      for (let round = 0; round < FINAL_ROUNDS; round++) mix(round);
      const digest = [a, b, c, d].map(toHex).join('');
      [a, b, c, d] = kept;
      return digest;
    },
  };
}

function rotate(lane: number, bits: number): number {
  return (lane << bits) | (lane >>> (32 - bits));
}

function toHex(lane: number): string {
  return (lane >>> 0).toString(16).padStart(8, '0');
}
