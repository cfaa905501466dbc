import type { Command } from 'commander';
import { checkFile } from '#cli/import/checked-file.ts';
import { importPictures, toPictureLines, type PictureReport } from '#cli/import/import-pictures.ts';
import { startImport, resumeImport, type ImportJob, type ImportRun } from '#cli/import/import-job.ts';
import { toImportCountsText, toImportResult, toReportLines } from '#cli/import/import-report.ts';
import { removeUpload } from '#cli/import/upload.ts';
import type { CliContext } from '#cli/context.ts';
import { toFailure, withHint, withoutWrites } from '#cli/failure.ts';
import { collectionExists } from '#cli/io/collection-exists.ts';
import { countOf } from '#cli/io/numbers.ts';
import { openFileOutput, type Output } from '#cli/io/output.ts';
import { createProgress } from '#cli/io/progress.ts';
import { checkCaller, connectServer, type ServerConnection } from '#cli/io/server-connection.ts';
import { requireVerified, requireDone } from '#cli/migration/job-outcome.ts';
import { toMissingFields } from '#cli/migration/missing-names.ts';
import { toFileFailure } from '#cli/migration/plan-refusal.ts';
import { watchJob } from '#cli/migration/watch-job.ts';
import { isFileRefused, type Job } from '#shared/migration/job.ts';
import type { ImportReport, PlanCounts } from '#shared/migration/plan.ts';
import { explain } from './command-help.ts';
import {
  isQuiet,
  requireCollectionName,
  printNote,
  type AddCommand,
  type CommandResult,
} from './command-settings.ts';
import { IMPORT_EXAMPLES, IMPORT_NOTES } from './import-help.ts';
import { addImportOptions, toCommandLine, toSettings, type ImportOptions } from './import-options.ts';

export const addImportCommand: AddCommand = (program, run, context) => {
  const command = program
    .command('import')
    .summary('import documents from a file into a collection')
    .description(
      'Imports documents from FILE (- for standard input) into COLLECTION. The server first reads and checks the whole file: ' +
        'if any document is invalid, it lists all problems and writes nothing.',
    )
    .argument('<COLLECTION>', 'name of the collection, e.g. products')
    .argument('<FILE>', 'JSON, NDJSON, CSV, Firestore or a Shopify product CSV export; - for standard input');
  addImportOptions(command).action(
    async (collection: string, file: string, _local: unknown, self: Command) => {
      const options = self.optsWithGlobals<ImportOptions>();
      // Pictures may have changed the file, so it is imported again.
      const toResumeCommand = (job: string) =>
        toCommandLine(self, [collection, file], options.withPictures === true ? [] : ['--resume', job]);
      run(await runImport(context, options, { collection, file, toResumeCommand }));
    },
  );
  explain(command, IMPORT_EXAMPLES, IMPORT_NOTES);
};

async function runImport(
  context: CliContext,
  options: ImportOptions,
  place: Pick<ImportRun, 'file' | 'toResumeCommand'> & { readonly collection: string },
): Promise<CommandResult> {
  requireCollectionName(place.collection);
  const settings = toSettings(place.collection, options);
  // Opened first, so that an unwritable file fails before the import.
  const rejects = options.rejects === undefined ? undefined : await openFileOutput(options.rejects);
  try {
    const connection = await withoutWrites(connect(context, options));
    const { terminal, clock } = context;
    const progress = createProgress({ terminal, clock, label: 'Imported', isQuiet: isQuiet(options) });
    const isNew = !(await withoutWrites(collectionExists(connection, place.collection)));
    const given = { ...place, context, connection, settings, progress, isNew };
    const pictures = options.withPictures === true ? await withoutWrites(importPictures(given)) : undefined;
    if (pictures) printNote(context, options, toPictureLines(pictures.report));
    const run = pictures ? { ...given, content: pictures.content, pictures: pictures.report } : given;
    if (options.dryRun === true) return await planImport(run, options).finally(() => progress.end());
    const ended = await followImport(run, options).finally(() => progress.end());
    if (rejects) await saveRejects(connection, ended, rejects);
    return finishImport(run, options, ended);
  } finally {
    await rejects?.discard();
  }
}

/** Checks server and credential before the file is read, which may take long. */
async function connect(context: CliContext, options: ImportOptions): Promise<ServerConnection> {
  const connection = await connectServer(context, options);
  await checkCaller(connection);
  return connection;
}

/** @throws Failure for an import that stopped or was refused */
async function followImport(run: ImportRun, { resume }: ImportOptions): Promise<Job> {
  const { context, connection, progress } = run;
  const job: ImportJob = await (resume === undefined ? startImport(run) : resumeImport(run, resume));
  const ended = await watchJob(context, connection, { job, progress, whenInterrupted: 'cancel' });
  if (isFileRefused(ended)) {
    await removeUpload(connection, job.spec.upload);
    throw toFileFailure(
      ended,
      { name: toName(run), outcome: 'nothing was written' },
      { result: { job: job.id } },
    );
  }
  if (ended.state !== 'done') requireDone(connection, ended);
  return ended;
}

function toName({ file }: Pick<ImportRun, 'file'>): string {
  return file === '-' ? 'standard input' : file;
}

async function saveRejects(connection: ServerConnection, { id }: Job, output: Output): Promise<void> {
  try {
    const path = '/admin/jobs/{id}/rejects';
    for await (const chunk of await connection.openStream(path, { params: { id } })) {
      await output.write(chunk);
    }
    await output.commit();
  } catch (error) {
    const watch = connection.toCommand(`jobs watch ${id}`);
    throw withHint(toFailure(error), `The import is done, but its rejects could not be saved. See: ${watch}`);
  }
}

interface ImportCommandRun extends ImportRun {
  /** The collection doesn't exist yet. */
  readonly isNew: boolean;
  /** With `--with-pictures`. */
  readonly pictures?: PictureReport;
}

/** Points out a new collection: its name may be mistyped. */
function toNewCollectionLines({ settings, isNew }: ImportCommandRun, { create }: PlanCounts): string[] {
  return isNew && create > 0 ? [`The collection "${settings.collection}" is new.`] : [];
}

async function planImport(run: ImportCommandRun, options: ImportOptions): Promise<CommandResult> {
  const { context, connection } = run;
  const checking = checkFile(context, connection, run, (checked) => checked);
  const { name, plan, report } = await withoutWrites(checking);
  const text = `Dry run, nothing was written. It would be: ${toImportCountsText(plan.counts)}`;
  const missing = toMissingFields(plan, run.settings.rename);
  printNote(context, options, [
    ...toReportLines(report),
    ...missing.map((sentence) => `Note: ${sentence}`),
    text,
    ...toNewCollectionLines(run, plan.counts),
  ]);
  const result = toResult(run, { report, counts: plan.counts, isDryRun: true });
  const { reject } = plan.counts;
  if (reject === 0) return result;
  const outcome =
    options.continue === true
      ? `${countOf(reject, 'document')} would be skipped`
      : 'nothing would be written';
  throw toFileFailure(plan, { name, outcome }, { result });
}

/** @throws Failure when documents were rejected, or when verification found differences */
function finishImport(run: ImportCommandRun, options: ImportOptions, job: Job): CommandResult {
  const { context, connection, settings } = run;
  const { counts, id } = job;
  const report = job.import ?? { format: 'Nothing', documents: 0, rejected: 0, notices: [], leftOut: [] };
  const wrote = counts.create + counts.replace + counts.merge > 0;
  const hint = wrote ? [`Undo with: ${connection.toCommand(`undo ${id}`)}`] : [];
  const counted = [toImportCountsText(counts), ...toNewCollectionLines(run, counts)];
  printNote(context, options, [...toReportLines(report), ...counted, ...hint]);
  requireVerified(job);
  if (options.verify === true) {
    printNote(context, options, [
      `Verified: ${countOf(report.documents, 'document')} compared with the file.`,
    ]);
  }
  const result = { ...toResult(run, { report, counts, isDryRun: false }), job: id };
  if (counts.reject === 0) return result;
  const were = counts.reject === 1 ? 'was skipped' : 'were skipped';
  const outcome = `${countOf(counts.reject, 'document')} ${were}`;
  throw toFileFailure(
    job,
    { name: toName(run), outcome },
    {
      hint: toRejectHint(settings.collection, options.rejects),
      result,
    },
  );
}

function toResult(
  { settings, pictures }: ImportCommandRun,
  {
    report,
    counts,
    isDryRun,
  }: { readonly report: ImportReport; readonly counts: PlanCounts; readonly isDryRun: boolean },
): CommandResult {
  const { collection, mode = 'upsert', onConflict = 'overwrite' } = settings;
  const { format, documents, notices, leftOut } = report;
  const facts = { format, mode, onConflict, dryRun: isDryRun, documents, ...toImportResult(counts) };
  return { command: 'import', collection, ...facts, notices, leftOut, ...(pictures && { pictures }) };
}

function toRejectHint(collection: string, file: string | undefined): string {
  return file === undefined
    ? 'All others were imported. Add --rejects FILE to save the invalid documents, correct them and import them.'
    : `All others were imported. Correct the raw values in ${file}, then: nankeen import ${collection} ${file}`;
}
