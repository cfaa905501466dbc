import { isJsonEqual } from '#shared/kernel/json.ts';

/** What of an order is no content: it changes when nobody has changed the order. */
const CARRIED = new Set(['FBUID', 'createdAt', 'writeId', 'sync']);

type Version = Readonly<Record<string, unknown>>;

/**
 * How many versions an order has had, from all its history entries' data in their order: the number on its print. What
 * was stored again without a change, as when an account takes an order over, is no version.
 */
export function countRevisions(versions: readonly Version[]): number {
  return versions.filter((version, index) => !isSameOrder(version, versions[index - 1])).length;
}

function isSameOrder(version: Version, other: Version | undefined): boolean {
  return other !== undefined && isJsonEqual(toOrderFields(version), toOrderFields(other));
}

function toOrderFields(version: Version): Version {
  return Object.fromEntries(Object.entries(version).filter(([field]) => !CARRIED.has(field)));
}
