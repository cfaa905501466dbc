import type { StoreTrouble } from '#server/core/document-store.ts';

const TROUBLES: readonly (readonly [RegExp, StoreTrouble])[] = [
  [/^SQLITE_FULL/, 'disk-full'],
  [/^SQLITE_(READONLY|CANTOPEN)/, 'read-only'],
  [/^SQLITE_IOERR/, 'disk-error'],
  [/^SQLITE_BUSY/, 'locked'],
];

/** Remembers whether the last write reached the disk. */
export function createDiskWatch() {
  let trouble: StoreTrouble | undefined;
  return {
    trouble: () => trouble,
    async over<Commit extends { readonly hasWritten: boolean }>(commit: Promise<Commit>): Promise<Commit> {
      try {
        const done = await commit;
        if (done.hasWritten) trouble = undefined;
        return done;
      } catch (cause) {
        trouble = toTrouble(cause) ?? trouble;
        throw cause;
      }
    },
  };
}

function toTrouble(cause: unknown): StoreTrouble | undefined {
  const code = String((cause as { code?: unknown } | null)?.code);
  return TROUBLES.find(([pattern]) => pattern.test(code))?.[1];
}
