import { setTimeout as wait } from 'node:timers/promises';
import type { CliContext } from '#cli/context.ts';
import type { Progress } from '#cli/io/progress.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { ImportJobSpec } from '#shared/migration/job-spec.ts';
import type { ImportReport, Plan } from '#shared/migration/plan.ts';
import { openSourceFile, type SourcePlace } from './source-file.ts';
import { createUpload, removeUpload, sendFile } from './upload.ts';

const POLL_MS = 250;

export interface FileToCheck extends SourcePlace {
  /** Collection and options; the server applies defaults for the rest. */
  readonly settings: Partial<ImportJobSpec>;
  readonly progress: Progress;
}

/** A file that the server has checked. The upload exists until `checkFile` resolves. */
export interface CheckedFile {
  /** Path as typed, or `standard input`. */
  readonly name: string;
  readonly plan: Plan;
  readonly report: ImportReport;
  /** Job specification for an import of the file. */
  readonly spec: object;
}

/** Uploads a file, has the server plan its import, passes the plan to `handle`, and removes the upload. */
export async function checkFile<Result>(
  context: CliContext,
  connection: ServerConnection,
  { settings, progress, ...place }: FileToCheck,
  handle: (checked: CheckedFile) => Promise<Result> | Result,
): Promise<Result> {
  const source = await openSourceFile(context, place, progress);
  let upload: string | undefined;
  try {
    upload = await createUpload(connection, source);
    await sendFile(context, connection, { id: upload, source, progress });
    const spec = { kind: 'import', ...settings, upload, label: source.label };
    const planning = connection.call(ADMIN_ROUTES.plan, { body: spec, signal: context.interruption });
    const plan = await watchCheck(connection, upload, { progress, planning });
    const report = plan.import ?? { format: '', documents: 0, rejected: 0, notices: [], leftOut: [] };
    progress.end();
    return await handle({ name: source.name, plan, report, spec });
  } finally {
    await source.close();
    if (upload !== undefined) await removeUpload(connection, upload);
  }
}

/** Shows the server's progress while it reads the file. */
async function watchCheck(
  connection: ServerConnection,
  id: string,
  { progress, planning }: { readonly progress: Progress; readonly planning: Promise<Plan> },
): Promise<Plan> {
  const planned = new AbortController();
  const ended = planning.finally(() => planned.abort());
  // Handled when it is returned below.
  ended.catch(() => undefined);
  for (;;) {
    await wait(POLL_MS, undefined, { signal: planned.signal }).catch(() => undefined);
    if (planned.signal.aborted) return ended;
    const { check } = await connection
      .call(ADMIN_ROUTES.upload, { params: { id } })
      .catch(() => ({ check: null }));
    if (check) progress.report({ label: 'Read', ...check });
  }
}
