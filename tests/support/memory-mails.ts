import type { MailRow, MailStore } from '#server/mail/mail-store.ts';

/** In-memory mails. */
export function createMemoryMails(): MailStore {
  const rows = new Map<string, MailRow>();
  const waiting = () => [...rows.values()].filter(({ state }) => state === 'waiting');
  const byKey = (a: MailRow, b: MailRow) => (a.key < b.key ? -1 : 1);
  return {
    add: (row) => void (rows.has(row.key) || rows.set(row.key, row)),
    find: (key) => rows.get(key),
    nextDue: (now) =>
      waiting()
        .filter(({ nextAt }) => nextAt <= now)
        .toSorted((a, b) => a.attempts - b.attempts || a.nextAt - b.nextAt || byKey(a, b))[0],
    nextAt: () => waiting().toSorted((a, b) => a.nextAt - b.nextAt)[0]?.nextAt,
    put: (row) => void rows.set(row.key, row),
    list: ({ state, about, limit }) =>
      [...rows.values()]
        .filter((row) => (state ?? row.state) === row.state && (about ?? row.about) === row.about)
        .toSorted((a, b) => b.queuedAt - a.queuedAt || byKey(a, b))
        .slice(0, limit),
    count: (state) => [...rows.values()].filter((row) => row.state === state).length,
    removeEnded(before) {
      for (const { key, state, queuedAt } of rows.values())
        if (state !== 'waiting' && queuedAt < before) rows.delete(key);
    },
  };
}
