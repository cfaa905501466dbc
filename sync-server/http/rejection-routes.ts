import type { RejectionSummary } from '#shared/api/administration.ts';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { utcIso } from '#shared/kernel/clock.ts';
import type { DocumentStore, StoredRejection } from '#server/core/document-store.ts';
import type { ApiRouter } from './api-router.ts';

/** Rejected writes with their payloads, which may contain people's carts and profiles. */
export function rejectionRoutes(api: ApiRouter, { store }: { readonly store: DocumentStore }): void {
  api.on(ENDPOINTS.rejections, async ({ query }) => {
    const rejections = await store.rejections(query);
    return { rejections: rejections.map(toSummary) };
  });
  api.on(ENDPOINTS.rejection, async ({ query: { writeId } }) => {
    const [rejection] = await store.rejections({ writeId, limit: 1 });
    if (!rejection) throw new AppError('not-found', 'There is no rejected write with this id.');
    return { ...toSummary(rejection), payload: rejection.payload };
  });
}

function toSummary({ payload: _payload, at, owner, ...rejection }: StoredRejection): RejectionSummary {
  return { ...rejection, at: utcIso(at), owner: owner ?? null };
}
