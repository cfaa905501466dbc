import { useEffect, useEffectEvent, useRef } from 'react';
import type { CollectionSummary, NamedCollection } from '#shared/api/messages.ts';
import type { Job } from '#shared/migration/job.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { fetchCollectionNames, fetchCollections, fetchJobs } from '#pwa/data/migration/admin-calls.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import type { KnownCollection } from './tool.ts';
import { useFetched, type Fetched } from '../use-fetched.ts';
import { useRepeat } from './use-repeat.ts';

const POLL_MS = 5000;

interface ServerState {
  readonly collections: Fetched<readonly KnownCollection[]>;
  readonly jobs: Fetched<readonly Job[]>;
  readonly reload: () => void;
}

/** All collections and jobs, including jobs started in another tab or from the command line. */
export function useServerState(): ServerState {
  const app = useAppStore();
  const { isOnline } = useConnection();
  const names = useFetched('collection-names', () => fetchCollectionNames(app), { isPaused: !isOnline });
  const counts = useFetched('collections', () => fetchCollections(app), { isPaused: !isOnline });
  const jobs = useFetched('jobs', () => fetchJobs(app), { isPaused: !isOnline });
  useRepeat(() => !jobs.isFetching && jobs.reload(), POLL_MS, isOnline);

  const states = jobs.value?.map(({ id, state }) => `${id} ${state}`).join();
  const seen = useRef(states);
  const reloadCollections = () => {
    names.reload();
    counts.reload();
  };
  const recount = useEffectEvent(reloadCollections);
  useEffect(() => {
    // A job that has started or ended since has written documents.
    if (seen.current !== undefined && seen.current !== states) recount();
    seen.current = states;
  }, [states]);

  const { value, ...rest } = names;
  const known = value && withCounts(value, counts.value ?? []);
  return {
    collections: { ...rest, ...(known ? { value: known } : {}), reload: reloadCollections },
    jobs,
    reload() {
      reloadCollections();
      jobs.reload();
    },
  };
}

/** Adds counts as far as they are known: counting a large store takes seconds. Leaves out empty collections. */
function withCounts(
  names: readonly NamedCollection[],
  counts: readonly CollectionSummary[],
): readonly KnownCollection[] {
  return names
    .filter(({ isEmpty }) => !isEmpty)
    .map(({ name }) => ({ name, documents: counts.find((one) => one.name === name)?.documents }));
}
