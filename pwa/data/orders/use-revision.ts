import { useEffect, useState } from 'react';
import type { HistoryEntry } from '#shared/api/messages.ts';
import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import { countRevisions } from '#shared/domain/order-revision.ts';
import { useAppStore, type AppStore } from '../app-store.ts';
import { fetchHistory } from '../queries/history.ts';
import { logNotice } from '../log.ts';
import type { RevisionRecord } from './draft-order-record.ts';
import { keepRevision } from './draft-order-store.ts';
import { useKeptRevision } from './use-draft-orders.ts';
import { toChain, toOutboxId, type OutboxRecord } from '../sync/outbox-record.ts';
import { useConnection } from '../sync/use-connection.ts';
import { mapResults, useQuery } from '../queries/use-query.ts';

/** The version number of an order, or why it is unknown. */
export type Revision =
  | { readonly number: number }
  | { readonly number?: undefined; readonly why: 'loading' | 'offline' | 'unanswered' };

type KnownRevision = Pick<RevisionRecord, 'writeId' | 'revision'>;

/**
 * The version number of an order, counted in the server's history. The last known number is stored, and this device's
 * writes since are added to it, so that a print made offline carries its final number.
 */
export function useRevision(order: PurchaseOrder): Revision {
  const app = useAppStore();
  const { FBUID, writeId } = order;
  const { isOnline } = useConnection();
  const kept = useKeptRevision(FBUID);
  const waiting = useQuery(`waiting ${FBUID}`, ({ database }) =>
    mapResults(database.outbox.findOne(toOutboxId('ukraines', FBUID)).$, (found) =>
      found ? (found.toJSON() as OutboxRecord) : null,
    ),
  );
  const [failedFor, setFailedFor] = useState<string>();
  const isReady = kept !== undefined && waiting !== undefined;
  const number = isReady ? toRevision(order, waiting ?? undefined, kept ?? undefined) : undefined;
  const isAcknowledged = order.sync.acknowledged === writeId;
  const isAsked = isReady && number === undefined && isAcknowledged && isOnline;

  useEffect(() => {
    if (number !== undefined && kept?.writeId !== writeId)
      void remember(app, { orderId: FBUID, writeId, revision: number });
  }, [app, FBUID, writeId, number, kept?.writeId]);

  useEffect(() => {
    if (!isAsked) return undefined;
    let isOver = false;
    fetchVersions(app, FBUID)
      .then(async (entries) => {
        const newest = entries.at(-1);
        if (!isOver && newest)
          await remember(app, toRecord(order, newest, countRevisions(entries.map(({ data }) => data))));
      })
      .catch((error: unknown) => {
        logNotice('The versions of a purchase order could not be counted.', error);
        if (!isOver) setFailedFor(writeId);
      });
    return () => {
      isOver = true;
    };
    // `writeId` identifies the state of `order`, which only a write changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [FBUID, writeId, isAsked]);

  if (number !== undefined) return { number };
  if (!isReady) return { why: 'loading' };
  if (!isOnline) return { why: 'offline' };
  return { why: failedFor === writeId ? 'unanswered' : 'loading' };
}

/**
 * Continues counting from a known version.
 * @param waiting the order's writes without a verdict
 */
export function toRevision(
  order: PurchaseOrder,
  waiting: OutboxRecord | undefined,
  known: KnownRevision | undefined,
): number | undefined {
  const { entries, base } = waiting ? toChain(waiting, order.writeId) : { entries: [], base: null };
  const written = entries.map(({ writeId, data }) => ({ ...data, writeId }));
  // The server never had a state with sequence 0: a write on it creates the order.
  const isOfServer = base !== null && (base.sync?.sequence ?? 0) > 0;
  const states = entries.length === 0 ? [order] : isOfServer ? [base, ...written] : written;
  const index = states.findIndex(({ writeId }) => writeId === known?.writeId);
  if (known && index >= 0) return known.revision + countRevisions(states.slice(index)) - 1;
  return entries.length > 0 && !isOfServer ? countRevisions(states) : undefined;
}

/** All versions of an order, oldest first. */
async function fetchVersions(app: AppStore, id: string): Promise<readonly HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  for (;;) {
    const page = await fetchHistory(app, 'ukraines', id, entries.at(-1)?.at);
    entries.push(...page.entries);
    if (page.isLast) return entries.toReversed();
  }
}

/** A write that changed nothing has no history entry: then the newest entry still describes the order. */
function toRecord(order: PurchaseOrder, newest: HistoryEntry, revision: number): RevisionRecord {
  const isSame = countRevisions([newest.data, order]) === 1;
  return { orderId: order.FBUID, writeId: isSame ? order.writeId : newest.writeId, revision };
}

async function remember({ draftOrders }: AppStore, record: RevisionRecord): Promise<void> {
  await draftOrders
    .change((parts) => keepRevision(parts, record))
    .catch((error: unknown) => logNotice('The version of a purchase order could not be kept.', error));
}
