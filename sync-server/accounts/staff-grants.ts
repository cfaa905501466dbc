import type { StaffRole } from '#shared/access/actor.ts';

export interface StaffGrant {
  /** Lower case. */
  readonly email: string;
  readonly role: StaffRole;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly by: string;
}

/** Roles granted by managers and from the command line, in addition to the settings. Addresses are lower case. */
export interface StaffGrants {
  /** Synchronous, because every request and every stream message calls it. */
  roleOf(email: string): StaffRole | undefined;
  /** Sorted by address. */
  list(): Promise<readonly StaffGrant[]>;
  /**
   * Replaces a grant of another role, and keeps one of the same role unchanged.
   * @param keepsManager refuses to leave no manager among the grants
   * @returns whether the grant is new or another than before
   */
  grant(grant: StaffGrant, keepsManager?: boolean): Promise<boolean>;
  /** @param keepsManager as for `grant` @returns whether a grant was revoked */
  revoke(email: string, keepsManager?: boolean): Promise<boolean>;
}
