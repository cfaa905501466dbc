/** Settings of a started server that lets a load write as fast as it can. */
export const NO_LIMITS = {
  ENQUIRIES_PER_HOUR: '9999999',
  WRITES_PER_HOUR: '9999999',
  BYTES_PER_HOUR: '999999999999',
  BYTES_PER_HOUR_IN_TOTAL: '999999999999',
  STORED_WRITES: '9999999',
  STORED_BYTES: '999999999999',
} as const;
