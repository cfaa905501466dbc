import { isJsonEqual } from '#shared/kernel/json.ts';

/** Fields outside an order's content, which change without an edit. */
const CARRIED = new Set(['FBUID', 'createdAt', 'writeId', 'sync']);

type Version = Readonly<Record<string, unknown>>;

/**
 * Counts the versions of an order from the data of all its history entries, in order: the number on its print. Writes
 * that don't change the content, such as a claim by an account, don't count.
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
