import { AppError } from '#shared/kernel/app-error.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { DocumentStore } from '../document-store.ts';
import type { DocumentKey } from '../stored-document.ts';

/** A collection of a copy or a rename can't be read; `path` is its role. */
export class ReadError extends AppError {
  readonly role: 'source' | 'target';

  constructor(role: 'source' | 'target', cause: unknown, isDisk: boolean) {
    const known = cause instanceof AppError ? cause : undefined;
    const message = isDisk
      ? 'The server’s disk reports errors at the moment. Try again soon.'
      : 'Something went wrong on the server. It was logged.';
    super(known?.code ?? (isDisk ? 'unavailable' : 'internal'), known?.message ?? message, {
      path: role,
      cause,
    });
    this.role = role;
  }
}

/** Wraps a store so that failed reads of a copy or a rename carry the collection's role. @throws ReadError */
export function withReadContext(store: DocumentStore, spec: JobSpec): DocumentStore {
  if (spec.kind !== 'copy' && spec.kind !== 'rename') return store;
  // A rename writes where it reads.
  const target = spec.kind === 'copy' ? spec.target : undefined;
  async function withRole<Value>(collection: string, reading: Promise<Value>): Promise<Value> {
    return reading.catch((cause: unknown) => {
      const role = collection === target ? 'target' : 'source';
      throw new ReadError(role, cause, store.failure?.() !== undefined);
    });
  }
  const read: DocumentStore['read'] = (key) => withRole(key.collection, store.read(key));
  async function withRoleOfAny<Value>(keys: readonly DocumentKey[], reading: Promise<Value>): Promise<Value> {
    return reading.catch(async (cause: unknown) => {
      // If a read was the cause, it fails again.
      for (const key of keys) await read(key);
      throw cause;
    });
  }
  return {
    ...store,
    read,
    readAll: (keys) => withRoleOfAny(keys, store.readAll(keys)),
    list: (query) => withRole(query.collection, store.list(query)),
    commit: (scope, decide) => withRoleOfAny(scope.documents, store.commit(scope, decide)),
  };
}
