import { EXIT_OF_CODE } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { formatCount } from '#cli/io/numbers.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { ImportAnswer } from '#shared/api/messages.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { ImportJobSpec } from '#shared/migration/job-spec.ts';
import type { ImportBatch } from './import-batch.ts';
import type { Rejected } from '#shared/import/reject-line.ts';

export interface BatchOptions {
  readonly spec: ImportJobSpec;
  /** Into which job; without one nothing is written. */
  readonly job: string | undefined;
  /** Whether refused documents are listed and the others written. */
  readonly keepsGoing: boolean;
  readonly isAtomic: boolean;
  /** Gives the request up. */
  readonly signal?: AbortSignal;
}

/** Sends a batch. @throws Failure that names the document where one is refused */
export async function sendBatch(
  connection: ServerConnection,
  batch: ImportBatch,
  { spec, job, keepsGoing, isAtomic, signal }: BatchOptions,
): Promise<ImportAnswer> {
  const { collection, mode, onConflict } = spec;
  const target = job === undefined ? { dryRun: 1, mode, onConflict } : { job, from: batch.from };
  const call = connection.call(ADMIN_ROUTES.import, {
    params: { collection },
    query: { ...target, continue: keepsGoing ? 1 : undefined, atomic: isAtomic ? 1 : undefined },
    raw: { content: batch.body, contentType: 'application/x-ndjson' },
    ...(signal && { signal }),
  });
  return call.catch(async (error: unknown) => {
    throw await nameDocument(error, batch);
  });
}

/** What the server refused of a batch, with its places in the input. */
export async function toRejected(
  { problems }: ImportAnswer,
  batch: ImportBatch,
  position: number,
): Promise<readonly Rejected[]> {
  if (problems.length === 0) return [];
  const documents = await batch.read();
  const lines = new Map<number, Rejected>();
  for (const { line: place, id, code, path, message } of problems) {
    // Counted within the request; what an earlier answer has told already is not in it.
    const document = documents[place - 1];
    if (!document || batch.from + place <= position) continue;
    const { line, byte, json } = document;
    const problem = { code, line, byte, id, path: path === '' ? undefined : path, message };
    const known = lines.get(place);
    lines.set(place, { problems: [...(known?.problems ?? []), problem], raw: json });
  }
  return [...lines.values()];
}

/** The server counts lines within one request; a person knows the document by its id and its place in the file. */
async function nameDocument(error: unknown, batch: ImportBatch): Promise<unknown> {
  const [prefix, line] = (error instanceof AppError && /^line (\d+)(?:: )?/.exec(error.path ?? '')) || [];
  const document = line === undefined ? undefined : (await batch.read())[Number(line) - 1];
  if (!(error instanceof AppError) || prefix === undefined || !document) return error;
  const id = String((JSON.parse(document.json) as { readonly FBUID?: unknown }).FBUID);
  const path = error.path?.slice(prefix.length) ?? '';
  const where = path === '' || path === 'FBUID' ? '' : `, ${path}`;
  return new Failure(
    EXIT_OF_CODE[error.code],
    `The server refused document "${id}" of line ${formatCount(document.line)}${where}: ${error.message}`,
    {
      result: { code: error.code, id, path, line: document.line, byte: document.byte ?? null },
      cause: error,
    },
  );
}
