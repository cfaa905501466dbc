import type { Actor } from '#shared/access/actor.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { isJsonEqual } from '#shared/kernel/json.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import { listTexts } from './document-calls.ts';
import type { DocumentStore } from './document-store.ts';
import { toWire, toWireText } from './to-wire.ts';

export interface CollectionQuery {
  readonly collection: string;
  readonly orderBy?: string | undefined;
  readonly direction?: string | undefined;
  readonly field?: string | undefined;
  readonly value?: string | undefined;
}

/** Names for the id in the specification's filters. */
const ID_ALIASES: readonly string[] = ['productFBUID', 'templateFBUID', 'id'];

/** Documents that are parsed, sorted or sent before other calls get their turn. */
const CHUNK = 50;

interface FoundText {
  readonly id: string;
  /** The document as JSON; it repeats its id as `id`. */
  readonly text: string;
}

/**
 * The documents of a collection that this reader may see, in chunks: ordered by id or by a field, or filtered by
 * `field == value`. Other calls run between two chunks.
 * @throws AppError `invalid-argument` at once for a direction other than asc and desc
 */
export function readCollection(
  store: DocumentStore,
  query: CollectionQuery,
  actor: Actor,
): AsyncGenerator<readonly FoundText[]> {
  const direction = query.direction ?? 'asc';
  if (direction !== 'asc' && direction !== 'desc') {
    throw new AppError('invalid-argument', 'direction is asc or desc.', { path: 'direction' });
  }
  if (query.orderBy === undefined) return find(store, query, actor);
  return readOrdered({ store, query, actor }, toFieldName(query.orderBy), direction === 'asc' ? 1 : -1);
}

async function* find(
  store: DocumentStore,
  query: CollectionQuery,
  actor: Actor,
): AsyncGenerator<readonly FoundText[]> {
  const { collection, field, value } = query;
  if (field !== undefined && toFieldName(field) === 'FBUID') {
    yield await readAll({ store, query, actor }, value === undefined ? [] : [value]);
    return;
  }
  for await (const page of listTexts(store, collection, actor)) {
    for (let from = 0; from < page.length; from += CHUNK) {
      yield page.slice(from, from + CHUNK).flatMap((document) => {
        const text = toWireText(document, actor);
        if (text === undefined) return [];
        const isFound = field === undefined || matches(JSON.parse(text) as WireDocument, query);
        return isFound ? [{ id: document.id, text: withId(document.id, text) }] : [];
      });
      await new Promise(setImmediate);
    }
  }
}

/** Most documents have no field of the name `id`, so that their text needs no parsing. */
function withId(id: string, text: string): string {
  if (!text.includes('"id":')) return `{"id":${JSON.stringify(id)},${text.slice(1)}`;
  return JSON.stringify({ id, ...(JSON.parse(text) as WireDocument) });
}

interface Reading {
  readonly store: DocumentStore;
  readonly query: CollectionQuery;
  readonly actor: Actor;
}

/** Those of the documents that still exist and match. */
async function readAll({ store, query, actor }: Reading, ids: readonly string[]) {
  const { collection } = query;
  const found = await store.readAll(ids.map((id) => ({ collection, id })));
  const texts = new Map<string, string>();
  for (const document of found) {
    const wire = document.deleted ? undefined : toWire(document, actor);
    if (wire && matches(wire, query)) texts.set(document.id, JSON.stringify({ id: document.id, ...wire }));
  }
  return ids.flatMap((id) => {
    const text = texts.get(id);
    return text === undefined ? [] : [{ id, text }];
  });
}

interface Place {
  readonly id: string;
  readonly key: unknown;
}

/** Keeps only ids and values to sort by, and then reads the documents again, so that memory holds no collection. */
async function* readOrdered(
  reading: Reading,
  field: string,
  sign: 1 | -1,
): AsyncGenerator<readonly FoundText[]> {
  const { store, query, actor } = reading;
  const runs: Place[][] = [];
  for await (const chunk of find(store, query, actor)) {
    const places = chunk.map(({ id, text }) => ({ id, key: (JSON.parse(text) as WireDocument)[field] }));
    runs.push(places.sort((a, b) => compareKeys(a.key, b.key, sign)));
  }
  const places = await mergeRuns(runs, sign);
  for (let from = 0; from < places.length; from += CHUNK) {
    const ids = places.slice(from, from + CHUNK).map(({ id }) => id);
    yield await readAll(reading, ids);
    await new Promise(setImmediate);
  }
}

/** Two runs at a time: sorting sorted runs merges them. */
async function mergeRuns(runs: readonly Place[][], sign: 1 | -1): Promise<readonly Place[]> {
  if (runs.length < 2) return runs[0] ?? [];
  const merged: Place[][] = [];
  for (let index = 0; index < runs.length; index += 2) {
    const pair = [...(runs[index] ?? []), ...(runs[index + 1] ?? [])];
    merged.push(pair.sort((a, b) => compareKeys(a.key, b.key, sign)));
    await new Promise(setImmediate);
  }
  return mergeRuns(merged, sign);
}

function matches(document: WireDocument, { field, value }: CollectionQuery): boolean {
  if (field === undefined) return true;
  const stored = document[toFieldName(field)];
  return typeof stored === 'string' ? stored === value : isJsonEqual(stored, parseValue(value));
}

function parseValue(value: string | undefined): unknown {
  try {
    return JSON.parse(value ?? '');
  } catch {
    return value;
  }
}

function toFieldName(field: string): string {
  return ID_ALIASES.includes(field) ? 'FBUID' : field;
}

/** Missing values come last in either direction; equal values keep the order of their ids. */
function compareKeys(left: unknown, right: unknown, sign: 1 | -1): number {
  if (left === right) return 0;
  if (left === undefined || left === null) return 1;
  if (right === undefined || right === null) return -1;
  return (left as string) < (right as string) ? -sign : sign;
}
