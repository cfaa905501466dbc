import { findCollection } from '#shared/collections/catalogue.ts';
import type { AccessRules } from '#shared/collections/collection.ts';
import { toOwner, toOwners, type Actor, type Owner } from './actor.ts';

/** Whether an actor may manage the shop: roles, accounts, devices, rejected writes. */
export function canManage(actor: Actor): boolean {
  return actor.isAdmin || actor.role === 'manager';
}

export type Audience = 'public' | 'staff' | Owner;

const FREE_COLLECTION: AccessRules = {
  audience: 'staff',
  staffReadAll: true,
  create: 'staff',
  change: 'staff',
};

export function rulesOf(collection: string): AccessRules {
  return findCollection(collection)?.access ?? FREE_COLLECTION;
}

/** The documents of a collection that an actor may read: none, all, or those of the listed audiences. */
export type ReadScope = 'nothing' | 'everything' | readonly Audience[];

export function toReadScope(collection: string, actor: Actor): ReadScope {
  if (actor.isAdmin) return 'everything';
  const rules = rulesOf(collection);
  if (actor.isStaff && rules.staffReadAll) return 'everything';
  if (rules.gate === 'access-code' && !actor.hasAccessCode) return 'nothing';
  if (rules.audience === 'public') return ['public'];
  if (rules.audience === 'staff') return actor.isStaff ? ['staff'] : 'nothing';
  const owners = toOwners(actor);
  return owners.length === 0 ? 'nothing' : owners;
}

export function canRead(collection: string, actor: Actor, audience: Audience): boolean {
  const scope = toReadScope(collection, actor);
  return scope === 'everything' || (scope !== 'nothing' && scope.includes(audience));
}

/** The audience of a new document. A document without an owner (an admin's import) is for staff. */
export function toAudience(collection: string, owner: Owner | undefined): Audience {
  const { audience } = rulesOf(collection);
  return audience === 'owner' ? (owner ?? 'staff') : audience;
}

/** Whether an actor may create the document with this id; without an id, whether any. */
export function canCreate(collection: string, actor: Actor, id?: string): boolean {
  if (actor.isAdmin) return true;
  const rules = rulesOf(collection);
  if (rules.gate === 'access-code' && !actor.hasAccessCode) return false;
  if (rules.create === 'nobody') return false;
  if (rules.create === 'staff') return actor.isStaff;
  return id === undefined
    ? toOwner(actor) !== undefined
    : toNewOwner({ collection, id }, actor) !== undefined;
}

/** The owner of a document that this actor creates; `undefined` for an admin's. */
export function toNewOwner(
  { collection, id }: { readonly collection: string; readonly id: string },
  actor: Actor,
): Owner | undefined {
  if (rulesOf(collection).create !== 'owner') return toOwner(actor);
  return toOwners(actor).find((owner) => owner === `device:${id}` || owner === `account:${id}`);
}

/** Whether an actor may update or delete a document with this owner. */
export function canChange(collection: string, actor: Actor, owner: Owner | undefined): boolean {
  if (actor.isAdmin) return true;
  const rules = rulesOf(collection);
  if (rules.gate === 'access-code' && !actor.hasAccessCode) return false;
  const isOwner = owner !== undefined && toOwners(actor).includes(owner);
  if (rules.change === 'owner') return isOwner;
  return actor.isStaff || (rules.change === 'owner-or-staff' && isOwner);
}
