import { ENDPOINTS } from '#shared/api/endpoints.ts';
import type { Health, PublicConfig } from '#shared/api/messages.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { APP_VERSION } from '#shared/kernel/product-facts.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import type { ApiRouter } from './api-router.ts';

export interface HealthParts {
  readonly store: DocumentStore;
  readonly publicConfig: PublicConfig;
  readonly storage: { isDamaged(): boolean };
  readonly stopping: AbortController;
}

/** The server's health, whether it takes writes, and the configuration that the app needs. */
export function healthRoutes(api: ApiRouter, parts: HealthParts): void {
  const { store, publicConfig, storage, stopping } = parts;
  api.on(ENDPOINTS.health, (): Health => {
    const facts = { version: APP_VERSION, sequence: store.lastKnownSequence(), epoch: store.epoch };
    const reason = store.failure?.() ?? (storage.isDamaged() ? 'damaged' : undefined);
    return reason ? { status: 'degraded', reason, ...facts } : { status: 'ok', ...facts };
  });
  api.on(ENDPOINTS.ready, async () => {
    if (stopping.signal.aborted) {
      const message = 'This server is stopping. Send requests to another one.';
      throw new AppError('unavailable', message, { reason: 'stopping', retryAfter: 1 });
    }
    const reason = await store.probe?.();
    if (reason === undefined) return { status: 'ready' as const };
    const message = 'The server cannot store anything at the moment. Reads work.';
    throw new AppError('unavailable', message, { reason, retryAfter: 10 });
  });
  api.on(ENDPOINTS.config, () => publicConfig);
}
