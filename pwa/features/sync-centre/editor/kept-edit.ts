type Content = Record<string, unknown>;

/** Unsent edits of a rejected change; they survive a reload. */
export interface KeptEdit {
  read(): Content | undefined;
  keep(content: Content): void;
  drop(): void;
}

export function createKeptEdit(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  rejectedChangeId: string,
): KeptEdit {
  const key = `draft:review:${rejectedChangeId}`;
  return {
    read() {
      try {
        const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null');
        return typeof kept === 'object' && kept !== null ? (kept as Content) : undefined;
      } catch {
        return undefined;
      }
    },
    keep(content) {
      try {
        storage.setItem(key, JSON.stringify(content));
      } catch {
        // With full or blocked storage the edit doesn't survive a reload; the rejected change is in the local store.
      }
    },
    drop() {
      storage.removeItem(key);
    },
  };
}
