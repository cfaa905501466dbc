import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { toLocalTime } from '#cli/io/local-time.ts';
import { countOf, formatBytes } from '#cli/io/numbers.ts';
import { connectToRead } from '#cli/io/server-connection.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { toTextTable } from '#cli/io/text-table.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { FileEntry, FileProblem } from '#shared/api/file-routes.ts';
import { toFileAddress, type Bucket } from '#shared/api/file-storage.ts';
import { explain } from './command-help.ts';
import { printNote, type AddCommand, type CommandResult, type GlobalOptions } from './command-settings.ts';
import { addListSubcommand } from './list-subcommand.ts';

interface ListOptions extends GlobalOptions {
  readonly unused?: boolean;
}

const VERIFY_NOTES = `
Each stored file must be on the disk, with its size, and a document with its content. A
product whose picture is missing can be saved with the picture again. A file that the data
doesn't know can be deleted from the folder files/ in the data folder.

Exit codes: 0 all files are there, 9 differences found.`;

/** Adds `files` and its subcommands. */
export const addFilesCommand: AddCommand = (program, run, context) => {
  const files = program
    .command('files')
    .summary('list and verify the stored pictures and documents')
    .description(
      'Lists the pictures and documents that were uploaded, with the documents that use them. The server removes a file ' +
        'that nothing has used for 30 days; a history entry of the last 180 days counts as a use.',
    )
    .option('--unused', 'only files that nothing uses');
  addListSubcommand<ListOptions>(files, run, (options) => listFiles(context, options));
  const verify = files
    .command('verify')
    .summary('compare the stored files with the data')
    .description('Compares the files on the server’s disk with its records of them.')
    .action(async (_local: unknown, command: Command) => {
      run(await verifyFiles(context, command.optsWithGlobals<GlobalOptions>()));
    });
  explain(files, ['nankeen files', 'nankeen files --unused --json']);
  explain(verify, ['nankeen files verify'], VERIFY_NOTES);
};

async function listFiles(context: CliContext, options: ListOptions): Promise<CommandResult> {
  const { unused, json } = options;
  const connection = await connectToRead(context, options);
  const query = unused === true ? { unused: 1 } : {};
  const { files, bytes, maxBytes } = await connection.call(ADMIN_ROUTES.files, { query });
  if (json !== true && files.length > 0) {
    const lines = toTextTable(
      [
        { title: 'file' },
        { title: 'state' },
        { title: 'size', isNumber: true },
        { title: 'sent' },
        { title: 'used by' },
      ],
      files.map((file) => [
        toFileAddress(file.bucket as Bucket, toPrintable(file.id)),
        file.reason === null ? file.state : `${file.state}: ${toPrintable(file.reason)}`,
        formatBytes(file.bytes),
        toLocalTime(file.at, context.clock),
        toPrintable(toUseText(file, context)),
      ]),
    );
    context.terminal.out.write(`${lines.join('\n')}\n`);
  }
  if (files.length === 0)
    printNote(context, options, [unused === true ? 'Every file is in use.' : 'No files are stored.']);
  printNote(context, options, [`All files take ${formatBytes(bytes)} of ${formatBytes(maxBytes)}.`]);
  return { command: 'files', files, bytes, maxBytes };
}

function toUseText({ uses }: FileEntry, { clock }: CliContext): string {
  const living = uses.filter(({ until }) => until === null);
  const [first] = living;
  if (first) {
    const others = living.length === 1 ? '' : ` and ${countOf(living.length - 1, 'other')}`;
    return `${first.collection}/${first.documentId}${others}`;
  }
  const last = uses
    .flatMap(({ until }) => until ?? [])
    .sort()
    .at(-1);
  return last === undefined ? 'nothing' : `history, until ${toLocalTime(last, clock)}`;
}

const PROBLEMS: Readonly<Record<FileProblem['kind'], string>> = {
  'missing-file': 'is missing',
  'file-without-row': 'is not known to the data',
  'wrong-hash': 'has another content',
  'wrong-size': 'has another size',
  unreadable: 'can’t be read',
};

async function verifyFiles(context: CliContext, options: GlobalOptions): Promise<CommandResult> {
  const connection = await connectToRead(context, options);
  const { rows, files, problems } = await connection.call(ADMIN_ROUTES.verifyFiles);
  if (options.json !== true) {
    for (const { name, kind } of problems)
      context.terminal.out.write(`${toPrintable(name)} ${PROBLEMS[kind]}\n`);
  }
  const result = { command: 'files verify', rows, files, problems };
  if (problems.length > 0)
    throw new Failure(EXIT.differences, `${countOf(problems.length, 'difference')} found.`, { result });
  printNote(context, options, [`All ${countOf(rows, 'stored file')} are on the disk.`]);
  return result;
}
