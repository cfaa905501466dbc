import { AppError } from '#shared/kernel/app-error.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { DocumentStore } from '../document-store.ts';

/** The same store, of which a copy's reads that fail tell by the path of their error which side they were on. */
export function tellSide(store: DocumentStore, spec: JobSpec): DocumentStore {
  if (spec.kind !== 'copy') return store;
  const { target } = spec;
  async function told<Answer>(collection: string, reading: Promise<Answer>): Promise<Answer> {
    return reading.catch((cause: unknown) => {
      throw toReadError(cause, {
        path: collection === target ? 'target' : 'source',
        isDisk: store.trouble?.() !== undefined,
      });
    });
  }
  return {
    ...store,
    read: (key) => told(key.collection, store.read(key)),
    list: (query) => told(query.collection, store.list(query)),
  };
}

function toReadError(
  cause: unknown,
  { path, isDisk }: { readonly path: 'source' | 'target'; readonly isDisk: boolean },
): AppError {
  if (cause instanceof AppError) return new AppError(cause.code, cause.message, { path, cause });
  const message = isDisk
    ? 'The server’s disk reports errors at the moment. Try again soon.'
    : 'Something went wrong on the server. It was logged.';
  return new AppError(isDisk ? 'unavailable' : 'internal', message, { path, cause });
}
