import { useEffect, useEffectEvent, useRef } from 'react';
import type { CollectionSummary } from '#shared/api/messages.ts';
import type { Job } from '#shared/migration/job.ts';
import { fetchCollections, fetchJobs } from '#pwa/data/migration/admin-calls.ts';
import { useConnection } from '#pwa/data/use-connection.ts';
import { useFetched, type Fetched } from './use-fetched.ts';
import { useRepeat } from './use-repeat.ts';

const POLL_MS = 5000;

interface ServerState {
  readonly collections: Fetched<readonly CollectionSummary[]>;
  readonly jobs: Fetched<readonly Job[]>;
  readonly reload: () => void;
}

/** The collections and the jobs there are, also those that were begun in another tab or from the command line. */
export function useServerState(): ServerState {
  const { isOnline } = useConnection();
  const collections = useFetched('collections', fetchCollections, !isOnline);
  const jobs = useFetched('jobs', fetchJobs, !isOnline);
  useRepeat(() => !jobs.isAsking && jobs.reload(), POLL_MS, isOnline);

  const states = jobs.value?.map(({ id, state }) => `${id} ${state}`).join();
  const seen = useRef(states);
  const recount = useEffectEvent(collections.reload);
  useEffect(() => {
    // A job that has come or ended since has written documents.
    if (seen.current !== undefined && seen.current !== states) recount();
    seen.current = states;
  }, [states]);

  return {
    collections,
    jobs,
    reload() {
      collections.reload();
      jobs.reload();
    },
  };
}
