import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Clock } from '#shared/kernel/clock.ts';
import { toBackupName, type Backup, type Backups } from '#server/backups/backups.ts';
import type { DocumentStore } from '#server/core/document-store.ts';

/** Backups in memory, for tests: a line instead of the data. */
export function createMemoryBackups(store: Pick<DocumentStore, 'newestSequence'>, clock: Clock): Backups {
  const kept = new Map<string, Backup & { readonly content: Buffer }>();
  return {
    async create() {
      const sequence = await store.newestSequence();
      const at = clock.now();
      const name = toBackupName(at, (one) => kept.has(one));
      const content = Buffer.from(`Everything up to ${sequence}.\n`);
      const backup = { name, at, bytes: content.length, sequence };
      kept.set(name, { ...backup, content });
      return { ...backup, sha256: createHash('sha256').update(content).digest('hex') };
    },
    list: async () => [...kept.values()].map(({ content: _content, ...backup }) => backup).toReversed(),
    open(name) {
      const backup = kept.get(name);
      return backup && Readable.from([backup.content]);
    },
  };
}
