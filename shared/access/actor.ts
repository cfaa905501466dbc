/** Roles that are granted. A manager has the rights of staff. */
export const STAFF_ROLES = ['staff', 'manager'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** What a signed-in account may do. Each role includes the one before. */
export const ROLES = ['customer', ...STAFF_ROLES] as const;
export type Role = (typeof ROLES)[number];

/** The caller: an anonymous visitor, a device, an account, staff, or an admin. Rights add up. */
export interface Actor {
  /** Installation id of the calling device. */
  readonly fid?: string;
  readonly accountId?: string;
  readonly email?: string;
  /** Whether the address is unverified, so that it may belong to another person; only in production. */
  readonly isUnverified?: boolean;
  /** Of the signed-in account; absent without one. */
  readonly role?: Role;
  /** Whether the role is `staff` or more, or the caller an admin. */
  readonly isStaff: boolean;
  readonly isAdmin: boolean;
  readonly hasAccessCode: boolean;
}

export const ANONYMOUS: Actor = { isStaff: false, isAdmin: false, hasAccessCode: false };

export type Owner = `device:${string}` | `account:${string}`;

/** The owner of the documents this actor creates; `undefined` for calls without device or account (an admin's). */
export function toOwner(actor: Actor): Owner | undefined {
  if (actor.accountId !== undefined) return `account:${actor.accountId}`;
  if (actor.fid !== undefined) return `device:${actor.fid}`;
  return undefined;
}

/** Every owner this actor acts for: its device and its account. */
export function toOwners(actor: Actor): readonly Owner[] {
  const owners: Owner[] = [];
  if (actor.fid !== undefined) owners.push(`device:${actor.fid}`);
  if (actor.accountId !== undefined) owners.push(`account:${actor.accountId}`);
  return owners;
}
