/** Who makes a call: an anonymous visitor, a device, an account, staff, or an admin; rights add up. */
export interface Actor {
  /** Installation id of the calling device. */
  readonly fid?: string;
  readonly accountId?: string;
  readonly email?: string;
  readonly isStaff: boolean;
  readonly isAdmin: boolean;
  readonly hasAccessCode: boolean;
}

export const ANONYMOUS: Actor = { isStaff: false, isAdmin: false, hasAccessCode: false };

export type Owner = `device:${string}` | `account:${string}`;

/** Who owns what this actor creates; `undefined` for calls without device and account (an admin's). */
export function toOwner(actor: Actor): Owner | undefined {
  if (actor.accountId !== undefined) return `account:${actor.accountId}`;
  if (actor.fid !== undefined) return `device:${actor.fid}`;
  return undefined;
}

/** Every owner this actor speaks for: the account's documents and the device's own. */
export function toOwners(actor: Actor): readonly Owner[] {
  const owners: Owner[] = [];
  if (actor.fid !== undefined) owners.push(`device:${actor.fid}`);
  if (actor.accountId !== undefined) owners.push(`account:${actor.accountId}`);
  return owners;
}
