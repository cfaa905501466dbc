import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { assertAtomic } from '#cli/import/assert-atomic.ts';
import { findUnfinished, startImport, toFingerprint } from '#cli/import/import-job.ts';
import { NO_COUNTS, toCountsText, type ImportCounts } from '#cli/import/import-counts.ts';
import { planImport, type ImportCalls } from '#cli/import/plan-import.ts';
import { prepareImport, type PreparedImport } from '#cli/import/prepare-import.ts';
import { ProblemList } from '#cli/import/problem-list.ts';
import { toLeftOutLines } from '#cli/import/problem-report.ts';
import { openRejectFile, type RejectFile } from '#cli/import/reject-file.ts';
import type { Rejected } from '#shared/import/reject-line.ts';
import { toRenameChange } from '#cli/import/rename-change.ts';
import { sendImport, type SentImport } from '#cli/import/send-import.ts';
import { untouched } from '#cli/import/untouched.ts';
import { verifyImport } from '#cli/import/verify-import.ts';
import { countOf, formatCount } from '#cli/io/numbers.ts';
import { createProgress, type Progress } from '#cli/io/progress.ts';
import { checkCaller, connectServer, type ServerConnection } from '#cli/io/server-connection.ts';
import { toRenameSpec } from '#cli/migration/rename-options.ts';
import type { ImportJobSpec } from '#shared/migration/job-spec.ts';
import { explain } from './command-help.ts';
import { isQuiet, requireCollectionName, tell, type CommandResult } from './command-settings.ts';
import { IMPORT_EXAMPLES, IMPORT_NOTES } from './import-help.ts';
import { addImportOptions, assertFitting, toCommandLine, type ImportOptions } from './import-options.ts';

export function addImportCommand(
  program: Command,
  run: (result: CommandResult) => void,
  context: CliContext,
): void {
  const command = program
    .command('import')
    .summary('read documents from a file into a collection')
    .description(
      'Reads documents from FILE (- for standard input) into COLLECTION. The whole input is read and checked first: ' +
        'if anything in it is wrong, all of it is listed and nothing is written.',
    )
    .argument('<COLLECTION>', 'name of the collection, e.g. products')
    .argument('<FILE>', 'JSON, NDJSON, CSV, Firestore or a Shopify product CSV export; - for standard input');
  addImportOptions(command).action(
    async (collection: string, file: string, _local: unknown, command: Command) => {
      const options = command.optsWithGlobals<ImportOptions>();
      const toResumeCommand = (job: string) => toCommandLine(command, [collection, file], `--resume ${job}`);
      const work = new ImportWork(context, options, { collection, file, toResumeCommand });
      run(await work.run());
    },
  );
  explain(command, IMPORT_EXAMPLES, IMPORT_NOTES);
}

interface ImportPlace {
  readonly collection: string;
  readonly file: string;
  readonly toResumeCommand: (job: string) => string;
}

/** One import, from the file to the last document that is compared. */
class ImportWork {
  private readonly context: CliContext;
  private readonly options: ImportOptions;
  private readonly place: ImportPlace;
  private readonly problems = new ProblemList();
  private rejectFile: RejectFile | undefined;
  private rejected = 0;

  constructor(context: CliContext, options: ImportOptions, place: ImportPlace) {
    this.context = context;
    this.options = options;
    this.place = place;
  }

  async run(): Promise<CommandResult> {
    const { options } = this;
    requireCollectionName(this.place.collection);
    assertFitting(this.place.collection, options);
    if (options.rejects !== undefined) {
      this.rejectFile = await openRejectFile(options.rejects, { isNew: options.resume !== undefined });
    }
    try {
      const connection = await untouched(this.connect());
      const prepared = await untouched(this.withProgress('Read', (progress) => this.prepare(progress)));
      try {
        if (prepared.rejected > 0 && options.continue !== true)
          throw this.problems.toFailure(prepared.name, 'nothing was written');
        if (options.atomic === true) assertAtomic(prepared);
        tell(this.context, options, toNotes(prepared));
        return await this.send(connection, prepared);
      } finally {
        await prepared.spool.close();
      }
    } finally {
      await this.rejectFile?.discard();
    }
  }

  /** Before the input is read, which may take long. */
  private async connect(): Promise<ServerConnection> {
    const connection = await connectServer(this.context, this.options);
    await checkCaller(connection);
    return connection;
  }

  private prepare(progress: Progress): Promise<PreparedImport> {
    const { collection, file } = this.place;
    const { category, unpublished, idField, format } = this.options;
    const rename = toRenameSpec(this.options);
    return prepareImport(this.context, {
      collection,
      file,
      category,
      unpublished,
      idField,
      format,
      isTimed: this.options.onConflict === 'newer',
      change: rename && toRenameChange(rename),
      isContinuing: this.options.continue === true,
      progress,
      onRejected: this.onRejected,
    });
  }

  private async send(connection: ServerConnection, prepared: PreparedImport): Promise<CommandResult> {
    const { context, options } = this;
    const { name } = prepared;
    const calls = { context, connection, prepared, onRejected: this.onRejected };
    const spec = this.toSpec(prepared);
    const isPlain = spec.mode === 'upsert' && spec.onConflict === 'overwrite';
    if (options.dryRun === true) {
      const counts = await this.plan(calls, spec);
      tell(context, options, [`Dry run, nothing was written. It would be: ${toCountsText(counts)}`]);
      if (this.rejected > 0 && options.continue !== true)
        throw this.problems.toFailure(name, 'nothing would be written');
      return this.end(prepared, spec, { counts });
    }
    // The server may refuse what is right in itself. Looking at all of it first keeps the import whole.
    if (!isPlain && options.continue !== true && options.resume === undefined) {
      await this.plan(calls, spec);
      if (this.rejected > 0) throw this.problems.toFailure(name, 'nothing was written');
    }
    if (prepared.documents === 0) {
      tell(context, options, [toCountsText(NO_COUNTS)]);
      return this.end(prepared, spec, { counts: NO_COUNTS });
    }
    const sent = await this.withProgress('Sent', (progress) => this.sendJob({ ...calls, progress }, spec));
    const { counts, job } = sent;
    tell(context, options, [toCountsText(counts), ...toUndoHint(calls.connection, sent)]);
    if (options.verify === true) {
      await this.withProgress('Compared', (progress) => verifyImport({ ...calls, progress }, spec, counts));
      tell(context, options, [`Verified: ${countOf(prepared.documents, 'document')} read back.`]);
    }
    return this.end(prepared, spec, { counts, job });
  }

  private plan(calls: Omit<ImportCalls, 'progress'>, spec: ImportJobSpec): Promise<ImportCounts> {
    return untouched(this.withProgress('Looked at', (progress) => planImport({ ...calls, progress }, spec)));
  }

  private async sendJob(calls: ImportCalls, spec: ImportJobSpec): Promise<SentImport> {
    const { resume } = this.options;
    const job =
      resume === undefined
        ? await untouched(startImport(calls.connection, spec))
        : await findUnfinished(calls.connection, spec, resume === true ? undefined : resume);
    const sending = {
      keepsGoing: this.options.continue === true,
      isAtomic: this.options.atomic === true,
      toResumeCommand: this.place.toResumeCommand,
    };
    try {
      return await sendImport(calls, job, sending);
    } catch (error) {
      // What was refused so far isn't sent again.
      await this.rejectFile?.commit();
      throw error;
    }
  }

  private toSpec({ name, digest }: PreparedImport): ImportJobSpec {
    const { mode, onConflict, idField, category, unpublished, format } = this.options;
    const isContinuing = this.options.continue === true;
    const reading = [idField, category, unpublished, format, toRenameSpec(this.options), isContinuing];
    return {
      kind: 'import',
      collection: this.place.collection,
      mode,
      onConflict,
      label: name.slice(-300),
      fingerprint: toFingerprint(digest, [mode, onConflict, ...reading]),
    };
  }

  /** The result, or the failure when something was rejected. */
  private async end(
    prepared: PreparedImport,
    { collection, mode, onConflict }: ImportJobSpec,
    { counts, job }: Omit<SentImport, 'job'> & { readonly job?: string },
  ): Promise<CommandResult> {
    const { name, format, documents, notices, leftOut } = prepared;
    const { rejected } = this;
    const { dryRun = false, rejects } = this.options;
    await this.rejectFile?.commit();
    const facts = { format, mode, onConflict, dryRun, documents, ...counts, rejected, notices, leftOut };
    const result = { command: 'import', collection, ...(job === undefined ? {} : { job }), ...facts };
    if (rejected === 0) return result;
    const were = dryRun ? 'would be left out' : rejected === 1 ? 'was left out' : 'were left out';
    throw this.problems.toFailure(name, `${countOf(rejected, 'document')} ${were}`, {
      hint: dryRun ? 'Nothing was written.' : toRejectHint(collection, rejects),
      result,
    });
  }

  private readonly onRejected = async (rejected: Rejected): Promise<void> => {
    this.rejected += 1;
    this.problems.add(rejected.problems);
    await this.rejectFile?.add(rejected);
  };

  private async withProgress<Result>(
    label: string,
    step: (progress: Progress) => Promise<Result>,
  ): Promise<Result> {
    const { terminal, clock } = this.context;
    const progress = createProgress({ terminal, clock, label, isQuiet: isQuiet(this.options) });
    return step(progress).finally(() => progress.end());
  }
}

function toNotes({ format, documents, rejected, notices, leftOut }: PreparedImport): string[] {
  const order = rejected === 0 ? 'all in order' : `in order, ${formatCount(rejected)} not`;
  return [
    `${format}: ${countOf(documents, 'document')}${rejected === 0 ? ', ' : ' '}${order}.`,
    ...notices.map((notice) => `Note: ${notice}.`),
    ...(leftOut.length === 0 ? [] : ['', ...toLeftOutLines(leftOut).map((line) => `  ${line}`), '']),
  ];
}

function toUndoHint({ toCommand }: ServerConnection, { job, counts }: SentImport): string[] {
  const { created, replaced, merged } = counts;
  return created + replaced + merged === 0 ? [] : [`Take it back with: ${toCommand(`undo ${job}`)}`];
}

function toRejectHint(collection: string, file: string | undefined): string {
  return file === undefined
    ? 'All others are imported. With --rejects FILE what is wrong is kept to be corrected and imported again.'
    : `All others are imported. Correct what stands as raw in ${file}, then: nankeen import ${collection} ${file}`;
}
