export interface StaffGrant {
  /** Lower case. */
  readonly email: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly by: string;
}

/** Who was made staff by command, beside those of the settings. Addresses are lower case. */
export interface StaffGrants {
  /** At once: it is asked with each call, and for each message of a stream. */
  has(email: string): boolean;
  /** By address. */
  list(): readonly StaffGrant[];
  /** One that is there already stays as it is. */
  grant(grant: StaffGrant): void;
  /** Whether there was one. */
  revoke(email: string): boolean;
}
