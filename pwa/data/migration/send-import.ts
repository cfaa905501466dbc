import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { ImportJobSpec } from '#shared/migration/job-spec.ts';
import type { Job } from '#shared/migration/job.ts';
import { utf8Length } from '#shared/documents/document-ids.ts';
import { adminClient, finishJob } from './admin-calls.ts';
import { readyDocuments, type FileTarget, type ReadWatch } from './check-file.ts';

/** Bytes of one request; the server takes twice as many. */
const MAX_BATCH_BYTES = 1_048_576;

/**
 * Sends the documents of a file into an import that waits for them, batch by batch, from where it stands.
 * @returns the import, finished @throws AppError; what was sent until then is written, and sending can go on from there
 */
export async function sendImport(
  file: File,
  { job, idField }: { readonly job: Job; readonly idField?: string },
  watch: ReadWatch,
): Promise<Job> {
  const { collection } = job.spec as ImportJobSpec;
  const target: FileTarget = { collection, ...(idField ? { idField } : {}) };
  let position = job.position;
  for await (const { text, documents } of toBatches(readyDocuments(file, target, QUIET(watch)), position)) {
    await adminClient().call(ADMIN_ROUTES.import, {
      params: { collection },
      query: { job: job.id, position },
      raw: { text, contentType: 'application/x-ndjson' },
      signal: watch.signal,
    });
    position += documents;
    watch.onProgress(position);
  }
  return finishJob(job.id);
}

/** What counts here is what was sent, not what was read. */
const QUIET = ({ signal }: ReadWatch): ReadWatch => ({ signal, onProgress: () => undefined });

interface Batch {
  readonly text: string;
  readonly documents: number;
}

async function* toBatches(
  documents: AsyncIterable<Readonly<Record<string, unknown>>>,
  skipped: number,
): AsyncGenerator<Batch> {
  let lines: string[] = [];
  let bytes = 0;
  let index = 0;
  for await (const document of documents) {
    index += 1;
    if (index <= skipped) continue;
    const line = `${JSON.stringify(document)}\n`;
    const size = utf8Length(line);
    if (lines.length > 0 && bytes + size > MAX_BATCH_BYTES) {
      yield { text: lines.join(''), documents: lines.length };
      lines = [];
      bytes = 0;
    }
    lines.push(line);
    bytes += size;
  }
  if (lines.length > 0) yield { text: lines.join(''), documents: lines.length };
}
