import type { StoreFailure } from '#server/core/document-store.ts';

const FAILURES: readonly (readonly [RegExp, StoreFailure])[] = [
  [/^SQLITE_FULL/, 'disk-full'],
  [/^SQLITE_(READONLY|CANTOPEN)/, 'read-only'],
  [/^SQLITE_IOERR/, 'disk-error'],
  [/^SQLITE_BUSY/, 'locked'],
];

/** Remembers whether the last write reached the disk. */
export function createDiskWatch() {
  let failure: StoreFailure | undefined;
  const watch = {
    failure: () => failure,
    async over<Commit extends { readonly hasWritten: boolean }>(commit: Promise<Commit>): Promise<Commit> {
      try {
        const done = await commit;
        if (done.hasWritten) failure = undefined;
        return done;
      } catch (cause) {
        failure = toFailure(cause) ?? failure;
        throw cause;
      }
    },
    /** Tries a write if the last one failed: no other call will, once a load balancer sends none. */
    async probe(write: () => Promise<unknown>): Promise<StoreFailure | undefined> {
      if (failure === undefined) return undefined;
      await watch.over(write().then(() => ({ hasWritten: true }))).catch(() => undefined);
      return failure;
    },
  };
  return watch;
}

function toFailure(cause: unknown): StoreFailure | undefined {
  const code = String((cause as { code?: unknown } | null)?.code);
  return FAILURES.find(([pattern]) => pattern.test(code))?.[1];
}
