const seconds = 1000;

/** Limits of all tests. */
export const TEST_LIMITS = {
  /** Generous for busy machines; a poll ends as soon as its condition holds. */
  expect: { poll: { timeout: 15 * seconds } },
  // Only to end hanging tests.
  testTimeout: 120 * seconds,
  hookTimeout: 120 * seconds,
};
