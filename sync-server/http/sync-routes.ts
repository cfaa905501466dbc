import { toReadScope } from '#shared/access/decide-access.ts';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { MAX_PUSH_ROWS, OTHER_ACCOUNT, type Verdict } from '#shared/sync/messages.ts';
import { claimDocuments } from '#server/core/claim.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { pull } from '#server/core/pull.ts';
import { push } from '#server/core/push.ts';
import { stampNow } from '#server/core/stamp.ts';
import type { Log } from '#server/log.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import type { ApiRouter } from './api-router.ts';
import { countRows, type WriteQuota } from './write-quota.ts';

export interface SyncParts {
  readonly store: DocumentStore;
  readonly clock: Clock;
  readonly quota: WriteQuota;
  readonly metrics: Metrics;
  readonly log: Log;
}

/** Push, pull and checksum of a collection, and claiming a device's documents for the account that signs in. */
export function syncRoutes(api: ApiRouter, { store, clock, quota, metrics, log }: SyncParts): void {
  api.onRaw(ENDPOINTS.pull, async (c, { params, query, actor }) => {
    const request = { ...params, ...query, rewinds: c.req.queries('rewind') ?? [] };
    const { json, ...page } = await pull(store, request, actor);
    const bytes = toBytes(json);
    metrics.pulled({ ...page, bytes: bytes.length, device: actor.fid });
    c.set('bodyBytes', bytes);
    return c.body(bytes, 200, { 'Content-Type': 'application/json' });
  });
  api.on(ENDPOINTS.checksum, ({ params: { collection }, actor }) =>
    store.checksum(collection, toReadScope(collection, actor)),
  );
  api.on(ENDPOINTS.push, async ({ body: { rows, account }, actor }, c) => {
    if (account !== undefined && account !== actor.accountId) {
      const message = 'These writes belong to an account that is not signed in here. Nothing was taken over.';
      throw new AppError('aborted', message, { reason: OTHER_ACCOUNT });
    }
    if (rows.length > MAX_PUSH_ROWS) {
      const message = `A push carries at most ${MAX_PUSH_ROWS} rows. Send them in smaller parts.`;
      throw new AppError('resource-exhausted', message, { status: 413, path: 'rows' });
    }
    c.get('reserveResponse')?.();
    const admitted = await quota.admit(c, store, countRows(rows));
    const response = await push(admitted, rows, stampNow(clock, actor));
    metrics.pushed(response.verdicts);
    const rejected = countRejections(response.verdicts);
    if (rejected.size > 0) {
      const facts = { requestId: c.get('requestId'), rows: rows.length };
      log.info({ ...facts, rejected: Object.fromEntries(rejected) }, 'writes rejected');
    }
    return response;
  });
  api.on(ENDPOINTS.claim, async ({ actor }) => ({
    claimed: await claimDocuments(store, stampNow(clock, actor)),
  }));
}

function toBytes(texts: readonly string[]): Buffer<ArrayBuffer> {
  const bytes = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  let end = 0;
  for (const text of texts) end += bytes.write(text, end);
  return bytes;
}

/** Number of rejected writes by code. */
function countRejections(verdicts: readonly Verdict[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { verdict, code = 'unknown' } of verdicts)
    if (verdict === 'rejected') counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}
