import { vi } from 'vitest';

/** A busy machine takes its time: what holds sooner is seen sooner. In milliseconds. */
const PATIENCE = { timeout: 15_000, interval: 20 };

/** Waits until a check throws no more, and gives what it returned. */
export function eventually<Result>(
  check: () => Result | Promise<Result>,
  patience: Partial<typeof PATIENCE> = {},
): Promise<Result> {
  return vi.waitFor(check, { ...PATIENCE, ...patience });
}
