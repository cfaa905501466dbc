import { vi } from 'vitest';

/** In milliseconds. Generous for busy machines. */
const PATIENCE = { timeout: 15_000, interval: 20 };

/** Retries a check until it no longer throws. @returns its result */
export function eventually<Result>(
  check: () => Result | Promise<Result>,
  patience: Partial<typeof PATIENCE> = {},
): Promise<Result> {
  return vi.waitFor(check, { ...PATIENCE, ...patience });
}
