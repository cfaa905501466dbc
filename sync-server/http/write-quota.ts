import type { Context } from 'hono';
import { toOwner, type Owner } from '#shared/access/actor.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Decision, DocumentStore, StoredAmount } from '#server/core/document-store.ts';
import type { Log } from '#server/log.ts';
import type { AppEnv } from './app-env.ts';
import { createQuotas, toBuckets, type HourlyLimit, type QuotaParts, type QuotaRule } from './quota.ts';

export interface WriteLimits {
  /** New enquiries. */
  readonly enquiries: HourlyLimit;
  /** Entries of history that a call asks for: rows and their trails. */
  readonly writes: HourlyLimit;
  /** Sent and stored content, refused content included. */
  readonly bytes: HourlyLimit;
  /** What one owner may have stored, all history of its documents included. */
  readonly stored: StoredAmount;
}

/** What a call is going to write. */
export interface WriteCount {
  readonly writes: number;
  readonly enquiries: number;
}

/** Limits what shoppers store, in every collection. Staff and admins are not limited. */
export interface WriteQuota {
  /**
   * Admits a call as a whole; no quota ever rejects a single row.
   * @returns the store to write to; it counts the content that the call stores
   * @throws AppError 429 with the seconds to wait; the same call succeeds later
   */
  admit(c: Context<AppEnv>, store: DocumentStore, count: WriteCount): Promise<DocumentStore>;
}

export interface WriteQuotaParts extends QuotaParts {
  readonly limits: WriteLimits;
  readonly log: Pick<Log, 'warn'>;
}

const KEPT = 'None is lost: the app keeps them and sends them later.';
const FULL =
  'All that one device or account may store is stored. Nothing is lost: what waits stays on the device. Ask the shop for more room.';

/** How long a stored amount is counted in memory, in seconds, before it is read again. */
const RECOUNT_SECONDS = 3600;
const MAX_OWNERS = 10_000;

interface Known {
  amount: StoredAmount;
  /** When it was read, in epoch milliseconds. */
  readonly at: number;
  isLogged: boolean;
}

export function createWriteQuota({ limits, log, ...parts }: WriteQuotaParts): WriteQuota {
  const quotas = createQuotas(parts);
  const toRule = (name: 'enquiries' | 'writes' | 'bytes', message: string): QuotaRule => ({
    name,
    ...toBuckets(limits[name]),
    message,
  });
  const enquiries = toRule('enquiries', `Too many enquiries in a short time. ${KEPT}`);
  const writes = toRule('writes', `Too many changes in a short time. ${KEPT}`);
  const bytes = toRule('bytes', `Too much content in a short time. ${KEPT}`);
  const amounts = new Map<Owner, Known>();

  async function readAmount(store: DocumentStore, owner: Owner): Promise<Known> {
    const now = parts.clock.now();
    const known = amounts.get(owner);
    if (known && Math.abs(now - known.at) < RECOUNT_SECONDS * 1000) return known;
    const amount = await store.storedBy(owner, limits.stored.writes);
    if (amounts.size >= MAX_OWNERS) amounts.clear();
    const read = { amount, at: now, isLogged: false };
    amounts.set(owner, read);
    return read;
  }

  /** @throws AppError 429 when the owner's room is used up */
  async function assertRoom(store: DocumentStore, owner: Owner): Promise<void> {
    const known = await readAmount(store, owner);
    const { writes, bytes } = known.amount;
    if (writes < limits.stored.writes && bytes < limits.stored.bytes) return;
    if (!known.isLogged)
      log.warn(
        { owner, writes, bytes },
        'An owner has stored all that STORED_WRITES and STORED_BYTES allow.',
      );
    known.isLogged = true;
    throw new AppError('resource-exhausted', FULL, { retryAfter: RECOUNT_SECONDS, reason: 'STORAGE_FULL' });
  }

  function addAmount(owner: Owner, added: StoredAmount): void {
    const known = amounts.get(owner);
    if (known)
      known.amount = { writes: known.amount.writes + added.writes, bytes: known.amount.bytes + added.bytes };
  }

  return {
    async admit(c, store, count) {
      const actor = c.get('actor');
      if (actor.isStaff || actor.isAdmin) return store;
      const sentBytes = Number(c.req.header('content-length') ?? 0);
      const shares = [
        ...(count.enquiries > 0 ? [{ rule: enquiries, units: count.enquiries }] : []),
        { rule: writes, units: count.writes },
        { rule: bytes, units: sentBytes },
      ];
      const rules = shares.map(({ rule }) => rule);
      await quotas.assertLeft(c, rules);
      const owner = toOwner(actor);
      if (owner !== undefined) await assertRoom(store, owner);
      await quotas.take(c, shares);
      let unpaidBytes = -sentBytes;
      return meterContent(store, async ({ accepted, refusedBytes }) => {
        if (owner !== undefined) addAmount(owner, accepted);
        unpaidBytes += accepted.bytes + refusedBytes;
        // A deletion or a restore stores more than it sends.
        if (unpaidBytes <= 0) return;
        const owedBytes = unpaidBytes;
        unpaidBytes = 0;
        await quotas.count(c, { rule: bytes, units: owedBytes });
      });
    },
  };
}

interface Added {
  readonly accepted: StoredAmount;
  readonly refusedBytes: number;
}

/** Wraps a store to measure the content that each commit adds. */
function meterContent(store: DocumentStore, onAdded: (added: Added) => Promise<void>): DocumentStore {
  const commit: DocumentStore['commit'] = async (scope, decide) => {
    let added: Added | undefined;
    const result = await store.commit(scope, (view) => {
      const decision = decide(view);
      added = measure(decision);
      return decision;
    });
    if (added) await onAdded(added);
    return result;
  };
  // Not a copy: a store's getters must stay live.
  return Object.assign(Object.create(store) as DocumentStore, { commit });
}

function measure({ history, rejections }: Decision<unknown>): Added {
  const sizeOf = (content: object) => JSON.stringify(content).length;
  const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
  return {
    accepted: { writes: history.length, bytes: sum(history.map(({ data }) => sizeOf(data))) },
    refusedBytes: sum(rejections.map(({ payload }) => sizeOf(payload))),
  };
}

const ENQUIRIES = 'contacts';

/** What a device's rows are going to write. Malformed rows count too. */
export function countRows(rows: readonly unknown[]): WriteCount {
  const read = rows.map((row) => (row ?? {}) as Readonly<Record<string, unknown>>);
  return {
    writes: read.reduce((sum, { trail }) => sum + 1 + (Array.isArray(trail) ? trail.length : 0), 0),
    enquiries: read.filter(
      ({ collection, assumedMasterState }) => collection === ENQUIRIES && assumedMasterState === undefined,
    ).length,
  };
}

/** The same for one document. */
export function countDocument(collection: string, mayCreate: boolean): WriteCount {
  return { writes: 1, enquiries: collection === ENQUIRIES && mayCreate ? 1 : 0 };
}
