import { beforeEach, expect, test } from 'vitest';
import { createId } from '#shared/kernel/ids.ts';
import type { StoredDocument } from '#server/core/stored-document.ts';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { dataPath, pullPage, pushRow, row, signIn } from '../support/core-calls.ts';
import { STORED_DOCUMENTS } from '../support/stored-documents.ts';

/** Server-owned properties under the names that a caller might try. */
const FORGED: Readonly<Record<string, unknown>> = {
  owner: 'device:thief',
  owner_id: 'device:thief',
  audience: 'public',
  role: 'admin',
  isStaff: true,
  isAdmin: true,
  sequence: 999_999,
  rev: 999,
  _rev: '9-x',
  updatedAt: '1999-01-01T00:00:00.000Z',
  updatedBy: 'boss@example.com',
  device: 'thief',
  deleted: true,
  evicted: true,
  receivedAt: '1999-01-01T00:00:00.000Z',
  sync: { sequence: 999_999, acknowledged: 'x', updatedAt: '1999', updatedBy: 'boss@example.com' },
  writeId: 'forged',
  FBUID: 'another',
  createdAt: '1999-01-01T00:00:00.000Z',
};

const COLLECTIONS = Object.keys(STORED_DOCUMENTS) as (keyof typeof STORED_DOCUMENTS)[];
const CELLS = COLLECTIONS.flatMap((collection) =>
  Object.keys(FORGED)
    // `role` is ordinary content of a purchase order.
    .filter((field) => collection !== 'ukraines' || field !== 'role')
    .map((field) => [collection, field] as const),
);

let server: CoreServer;
beforeEach(() => void (server = createCoreServer()));

/** A document of the inbox is named after another. */
const toId = (collection: string, id: string) => (collection === 'inbox' ? `contacts|${id}` : id);

/** The least privileged caller that may write this document; a cart's id is its device's. */
function writerOf(collection: string, id: string): Caller {
  if (collection === 'ukraines' || collection === 'orders') return 'admin';
  return ['products', 'templates', 'inbox'].includes(collection)
    ? signIn(server, 'sam', true)
    : { device: id };
}

function contentOf(collection: (typeof COLLECTIONS)[number]): Record<string, unknown> {
  const {
    FBUID: _id,
    createdAt: _createdAt,
    writeId: _writeId,
    sync: _sync,
    ...content
  } = STORED_DOCUMENTS[collection];
  return content;
}

/** All server-owned properties of a stored document. */
function toServerOwned(document: StoredDocument | undefined): object {
  const { owner, audience, deleted, updatedBy, id } = document ?? ({} as Partial<StoredDocument>);
  return {
    id,
    owner,
    audience,
    deleted,
    updatedBy,
    createdAt: document?.data['createdAt'],
    FBUID: document?.data['FBUID'],
  };
}

test.each(CELLS)(
  '[T02] in %s a caller’s %s has no effect by push or document call',
  async (collection, field) => {
    const id = toId(collection, 'one');
    const as = writerOf(collection, id);
    const content = contentOf(collection);
    await pushRow(server, as, collection, row(id, 'w1', content));
    const key = { collection, id };
    const honest = await server.store.read(key);
    const before = toServerOwned(honest);

    const forged = { ...content, [field]: FORGED[field] };
    await pushRow(server, as, collection, row(id, createId(), forged, { base: 'w1' }));
    await server.request(dataPath(`${collection}/${id}`), { as, method: 'PUT', json: forged });
    await server.request(dataPath(`${collection}/${id}`), {
      as,
      method: 'PATCH',
      json: { [field]: FORGED[field] },
    });

    const stored = await server.store.read(key);
    expect(toServerOwned(stored)).toEqual(before);
    expect(stored?.updatedAt.startsWith('1999')).toBe(false);
    expect(stored?.sequence).toBeLessThan(10);
    expect(stored?.writeId).not.toBe(field === 'writeId' ? 'forged' : '');
    // The field is not in the content either: it is rejected or removed.
    const kept = ['FBUID', 'createdAt'].includes(field);
    if (!kept) expect(stored?.data).not.toHaveProperty([field]);
    const thief = await pullPage(server, { device: 'thief' }, collection);
    if (honest?.audience !== 'public') expect(thief.documents).toEqual([]);
  },
);

test.each(COLLECTIONS)(
  '[T02] a new document of %s belongs to its writer regardless of its content',
  async (collection) => {
    for (const [field, value] of Object.entries(FORGED)) {
      if (field === 'FBUID') continue;
      const id = toId(collection, `new-${field.toLowerCase()}`);
      const as = writerOf(collection, id);
      const json = { ...contentOf(collection), [field]: value };
      await server.request(dataPath(`${collection}/${id}`), { as, method: 'PUT', json });
      const stored = await server.store.read({ collection, id });
      if (!stored) continue;
      expect(stored.owner).not.toBe('device:thief');
      expect(stored.updatedBy).not.toBe('boss@example.com');
      expect(stored.sequence).toBeLessThan(30);
      expect(stored.deleted).toBe(false);
    }
    expect(await server.store.newestSequence()).toBeGreaterThan(0);
  },
);
