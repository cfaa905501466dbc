import type { Decision, StoreTrouble } from '#server/core/document-store.ts';

const TROUBLES: readonly (readonly [RegExp, StoreTrouble])[] = [
  [/^SQLITE_FULL/, 'disk-full'],
  [/^SQLITE_(READONLY|CANTOPEN)/, 'read-only'],
  [/^SQLITE_IOERR/, 'disk-error'],
  [/^SQLITE_BUSY/, 'locked'],
];

/** Knows whether the disk took the last write. */
export function createDiskWatch() {
  let trouble: StoreTrouble | undefined;
  return {
    trouble: () => trouble,
    async over<Result>(commit: Promise<Decision<Result>>): Promise<Decision<Result>> {
      try {
        const decision = await commit;
        if (isWriting(decision)) trouble = undefined;
        return decision;
      } catch (cause) {
        trouble = toTrouble(cause) ?? trouble;
        throw cause;
      }
    },
  };
}

function isWriting({ history, verdicts, rejections }: Decision<unknown>): boolean {
  return history.length + verdicts.length + rejections.length > 0;
}

function toTrouble(cause: unknown): StoreTrouble | undefined {
  const code = String((cause as { code?: unknown } | null)?.code);
  return TROUBLES.find(([pattern]) => pattern.test(code))?.[1];
}
