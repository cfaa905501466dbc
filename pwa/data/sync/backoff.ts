const FIRST_MS = 1000;
const FACTOR = 1.5;
const LONGEST_MS = 60_000;

/** Waits between attempts: one second, half as long again each time, at most a minute, up to a quarter earlier. */
export function toDelay(failures: number, random: () => number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * FACTOR ** Math.max(0, failures - 1));
  return full * (1 - random() / 4);
}
