import { AppError } from '#shared/kernel/app-error.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { DocumentKey, DocumentStore } from '../document-store.ts';

/** A collection of a copy or a rename can't be read; `path` is its role. */
export class ReadError extends AppError {
  readonly role: 'source' | 'target';

  constructor(role: 'source' | 'target', cause: unknown, isDisk: boolean) {
    const told = cause instanceof AppError ? cause : undefined;
    const message = isDisk
      ? 'The server’s disk reports errors at the moment. Try again soon.'
      : 'Something went wrong on the server. It was logged.';
    super(told?.code ?? (isDisk ? 'unavailable' : 'internal'), told?.message ?? message, {
      path: role,
      cause,
    });
    this.role = role;
  }
}

/** The same store, of which the reads of a copy or a rename that fail tell which role they were on. @throws ReadError */
export function withReadContext(store: DocumentStore, spec: JobSpec): DocumentStore {
  if (spec.kind !== 'copy' && spec.kind !== 'rename') return store;
  // What a rename writes over is what it reads.
  const target = spec.kind === 'copy' ? spec.target : undefined;
  async function told<Answer>(collection: string, reading: Promise<Answer>): Promise<Answer> {
    return reading.catch((cause: unknown) => {
      const role = collection === target ? 'target' : 'source';
      throw new ReadError(role, cause, store.trouble?.() !== undefined);
    });
  }
  const read: DocumentStore['read'] = (key) => told(key.collection, store.read(key));
  async function toldOf<Answer>(keys: readonly DocumentKey[], reading: Promise<Answer>): Promise<Answer> {
    return reading.catch(async (cause: unknown) => {
      // Where it was reading that failed, that fails again.
      for (const key of keys) await read(key);
      throw cause;
    });
  }
  return {
    ...store,
    read,
    readAll: (keys) => toldOf(keys, store.readAll(keys)),
    list: (query) => told(query.collection, store.list(query)),
    commit: (scope, decide) => toldOf(scope.documents, store.commit(scope, decide)),
  };
}
