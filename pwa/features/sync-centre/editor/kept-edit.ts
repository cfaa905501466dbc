type Content = Record<string, unknown>;

/** Edits of a rejected change that are not sent yet. */
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
        // A full or forbidden storage costs the edit's second life; the rejected change itself stands in the local database.
      }
    },
    drop() {
      storage.removeItem(key);
    },
  };
}
