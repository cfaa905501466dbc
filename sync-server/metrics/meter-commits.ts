import type { DocumentStore } from '#server/core/document-store.ts';
import type { Metrics } from './metrics.ts';

/** The same store, its commits timed. */
export function meterCommits<Store extends DocumentStore>(store: Store, { committed }: Metrics): Store {
  const commit: DocumentStore['commit'] = async (scope, decide) => {
    const from = performance.now();
    try {
      return await store.commit(scope, decide);
    } finally {
      committed((performance.now() - from) / 1000);
    }
  };
  // Not a copy: what a store answers by a getter may change.
  return Object.assign(Object.create(store) as Store, { commit });
}
