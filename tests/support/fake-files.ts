import { toFileAddress } from '#shared/api/file-storage.ts';
import { countFiles, findAwaited } from '#pwa/data/files/awaited-files.ts';
import type { FileList, FileQueue, QueuedFile } from '#pwa/data/files/file-queue.ts';

/** The queue of files in memory. Keeps every file as it is and sends none. */
export function createFakeFiles(files: FileList, waiting: readonly QueuedFile[] = []): FileQueue {
  const read = () => files.read() ?? [];
  const change = (id: string, part: Partial<QueuedFile>) =>
    files.set(read().map((file) => (file.id === id ? { ...file, ...part } : file)));
  files.set(waiting);
  return {
    files,
    async add({ name, type, size }, { bucket, usedBy }) {
      const id = read().length.toString(16).padStart(32, '0');
      const use = usedBy === undefined ? [] : [usedBy];
      const addedAt = '2026-11-01T00:00:00.000Z';
      files.set([
        ...read(),
        { id, bucket, name, type, size, sentBytes: 0, state: 'kept', usedBy: use, isAwaited: true, addedAt },
      ]);
      return { id, address: toFileAddress(bucket, id) };
    },
    retry: async (id) => change(id, { state: 'kept', reason: undefined }),
    remove: async (id) => files.set(read().filter((file) => file.id !== id)),
    async use(content, usedBy) {
      const text = JSON.stringify(content);
      for (const { id } of read()) if (text.includes(id)) change(id, { usedBy: [usedBy] });
    },
    async drop(form, others) {
      const text = JSON.stringify(others);
      const unused = read().filter(({ id, usedBy }) => usedBy.join() === form && !text.includes(id));
      files.set(read().filter((file) => !unused.includes(file)));
      return async () => files.set([...read(), ...unused]);
    },
    async publishNow(content) {
      const text = JSON.stringify(content);
      for (const { id } of read()) if (text.includes(id)) change(id, { isAwaited: false });
    },
    discard: async (accountId) => files.set(read().filter((file) => file.accountId !== accountId)),
    load: async () => undefined,
    send: async () => undefined,
    count: async (accountId) => countFiles(read(), accountId),
    holdsBack: ({ base, trail }) => base === null && findAwaited(read(), trail.at(-1)?.data ?? {}).length > 0,
  };
}
