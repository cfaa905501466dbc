import { findCollection } from '#shared/collections/catalogue.ts';
import type { AccessRules } from '#shared/collections/collection.ts';
import { toOwner, toOwners, type Actor, type Owner } from './actor.ts';

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

export function canCreate(collection: string, actor: Actor): boolean {
  if (actor.isAdmin) return true;
  const rules = rulesOf(collection);
  if (rules.gate === 'access-code' && !actor.hasAccessCode) return false;
  return rules.create === 'staff' ? actor.isStaff : toOwner(actor) !== undefined;
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
