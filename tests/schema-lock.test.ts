import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { COLLECTION_NAMES, COLLECTIONS } from '#shared/collections/catalogue.ts';
import type { CollectionDefinition, Upgrades } from '#shared/collections/collection.ts';

/** The pinned parts of a collection. Devices and servers that differ in them can't exchange stored documents. */
interface Lock {
  readonly version: number;
  /** SHA-256 of schema, primary key and indexes. */
  readonly shape: string;
  readonly access: string;
}

const LOCK_FILE = new URL('./schema-lock.json', import.meta.url);
const PRIMARY_KEY = 'FBUID';

function toLock(definition: CollectionDefinition): Lock {
  const schema = toJsonSchema(definition.schema, { errorMode: 'ignore' });
  const { version, indexes, access } = definition;
  return {
    version,
    shape: fingerprint({ schema, primaryKey: PRIMARY_KEY, indexes }),
    access: fingerprint(access),
  };
}

function fingerprint(value: unknown): string {
  return createHash('sha256').update(toCanonicalJson(value)).digest('hex');
}

/** JSON with sorted keys. */
function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_field, entry: unknown) =>
    typeof entry === 'object' && entry !== null && !Array.isArray(entry)
      ? Object.fromEntries(Object.entries(entry).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : entry,
  );
}

const RENEW = 'then run this test with UPDATE_SCHEMA_LOCK=1';

/** What to do about each difference between a collection and its lock. */
function findDebts(
  name: string,
  locked: Lock | undefined,
  present: Lock,
  upgrades: Upgrades,
): readonly string[] {
  const debts: string[] = [];
  for (let version = 1; version <= present.version; version++) {
    if (!upgrades[version])
      debts.push(`${name} is at version ${present.version} and owes upgrades[${version}].`);
  }
  if (!locked) return [...debts, `${name} is not locked yet: ${RENEW}.`];
  if (locked.shape !== present.shape && locked.version === present.version) {
    const next = present.version + 1;
    debts.push(
      `The stored shape of ${name} changed. Documents of version ${present.version} are stored on devices and servers: ` +
        `bump its version to ${next}, write upgrades[${next}] from the old shape to the new one, ${RENEW}.`,
    );
  } else if (locked.shape !== present.shape || locked.version !== present.version) {
    debts.push(`${name} went from version ${locked.version} to ${present.version}: ${RENEW}.`);
  }
  if (locked.access !== present.access) {
    debts.push(
      `The access rules of ${name} changed. No version is owed; look at the permission matrix, ${RENEW}.`,
    );
  }
  return debts;
}

describe('the stored shape of every collection', () => {
  it('matches the lock file', () => {
    const present = Object.fromEntries(COLLECTION_NAMES.map((name) => [name, toLock(COLLECTIONS[name])]));
    if (process.env['UPDATE_SCHEMA_LOCK'] === '1')
      writeFileSync(LOCK_FILE, `${JSON.stringify(present, null, 2)}\n`);
    const locked = JSON.parse(readFileSync(LOCK_FILE, 'utf8')) as Record<string, Lock>;
    const debts = COLLECTION_NAMES.flatMap((name) =>
      findDebts(name, locked[name], toLock(COLLECTIONS[name]), COLLECTIONS[name].upgrades),
    );
    expect(debts, debts.join('\n')).toEqual([]);
    expect(Object.keys(locked)).toEqual([...COLLECTION_NAMES]);
  });
});

describe('the lock checker', () => {
  const { contacts } = COLLECTIONS;
  const lock = toLock(contacts);
  const schema = v.strictObject({ ...contacts.schema.entries, contactFax: v.string() });
  const debtsOf = (definition: CollectionDefinition) =>
    findDebts('contacts', lock, toLock(definition), definition.upgrades).join(' ');

  it('reports nothing for an unchanged shape, whatever the order of fields', () => {
    const entries = Object.fromEntries(Object.entries(contacts.schema.entries).toReversed());
    expect(toCanonicalJson({ b: 1, a: { d: 1, c: 2 } })).toBe('{"a":{"c":2,"d":1},"b":1}');
    expect(Object.keys(entries)).not.toEqual(Object.keys(contacts.schema.entries));
    expect(debtsOf(contacts)).toBe('');
  });

  it('names the version and the upgrade needed for a new field, a changed length and a new index', () => {
    const shorter = v.strictObject({
      ...contacts.schema.entries,
      contactPhone: v.pipe(v.string(), v.maxLength(59)),
    });
    const changed = [{ schema }, { schema: shorter }, { indexes: [['contactEmail']] as const }];
    for (const change of changed) {
      expect(debtsOf({ ...contacts, ...change })).toMatch(
        /bump its version to 1, write upgrades\[1\] .*UPDATE_SCHEMA_LOCK=1/,
      );
    }
  });

  it('asks for the upgrade to a bumped version, then for the new lock', () => {
    const bumped = { ...contacts, schema, version: 1 };
    expect(debtsOf(bumped)).toMatch(/owes upgrades\[1\].*from version 0 to 1/);
    const upgraded = { ...bumped, upgrades: { 1: (old: object) => ({ ...old, contactFax: '' }) } };
    expect(debtsOf(upgraded)).toMatch(/^contacts went from version 0 to 1: .*UPDATE_SCHEMA_LOCK=1\.$/);
  });

  it('asks for no version bump when only access rules changed', () => {
    expect(debtsOf({ ...contacts, access: { ...contacts.access, staffReadAll: false } })).toMatch(
      /^The access rules .*No version/,
    );
  });
});
