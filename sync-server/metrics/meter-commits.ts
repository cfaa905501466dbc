import type { DocumentStore } from '#server/core/document-store.ts';
import type { Metrics } from './metrics.ts';

/** Wraps a store to time its commits. */
export function meterCommits<Store extends DocumentStore>(store: Store, { committed }: Metrics): Store {
  const commit: DocumentStore['commit'] = async (scope, decide) => {
    const from = performance.now();
    try {
      return await store.commit(scope, decide);
    } finally {
      committed((performance.now() - from) / 1000);
    }
  };
  // Not a copy: a store's getters must stay live.
  return Object.assign(Object.create(store) as Store, { commit });
}
