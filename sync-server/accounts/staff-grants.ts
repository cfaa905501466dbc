export interface StaffGrant {
  /** Lower case. */
  readonly email: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly by: string;
}

/** Staff granted from the command line, in addition to the settings. Addresses are lower case. */
export interface StaffGrants {
  /** Synchronous, because every request and every stream message calls it. */
  has(email: string): boolean;
  /** Sorted by address. */
  list(): readonly StaffGrant[];
  /** Keeps an existing grant unchanged. */
  grant(grant: StaffGrant): void;
  /** @returns whether the grant existed */
  revoke(email: string): boolean;
}
