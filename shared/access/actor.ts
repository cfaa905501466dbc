/** The caller: an anonymous visitor, a device, an account, staff, or an admin. Rights add up. */
export interface Actor {
  /** Installation id of the calling device. */
  readonly fid?: string;
  readonly accountId?: string;
  readonly email?: string;
  /** Whether the address is unverified, so that it may belong to another person; only in production. */
  readonly isUnverified?: boolean;
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
