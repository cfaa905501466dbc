import { Command, CommanderError } from 'commander';
import { APP_VERSION } from '#shared/kernel/product-facts.ts';
import { addAccessCodeCommand } from './commands/access-code.ts';
import { addAccountsCommand } from './commands/accounts.ts';
import { addBackupCommand } from './commands/backup.ts';
import { addCollectionsCommand } from './commands/collections.ts';
import { addCompletionCommand } from './commands/completion.ts';
import { addCopyCommand } from './commands/copy.ts';
import { addCountCommand } from './commands/count.ts';
import { addFieldsCommand } from './commands/fields.ts';
import { addFilesCommand } from './commands/files.ts';
import { addGetCommand } from './commands/get.ts';
import { addHistoryCommand } from './commands/history.ts';
import { addRestoreCommand } from './commands/restore.ts';
import { addDeleteCommand } from './commands/delete.ts';
import { explain } from './commands/command-help.ts';
import type { AddCommand, CommandResult } from './commands/command-settings.ts';
import { addDevicesCommand } from './commands/devices.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addExportCommand } from './commands/export.ts';
import { addImportCommand } from './commands/import.ts';
import { addJobsCommand } from './commands/jobs.ts';
import { addLoginCommand } from './commands/login.ts';
import { addLogoutCommand } from './commands/logout.ts';
import { addMailsCommand } from './commands/mails.ts';
import { addMigrateCommand } from './commands/migrate.ts';
import { addMoveCommand } from './commands/move.ts';
import { addPaymentsCommand } from './commands/payments.ts';
import { addRejectionsCommand } from './commands/rejections.ts';
import { addRenameFieldsCommand } from './commands/rename-fields.ts';
import { addStaffCommand } from './commands/staff.ts';
import { addUndoCommand } from './commands/undo.ts';
import { addValidateCommand } from './commands/validate.ts';
import { addVerifyCommand } from './commands/verify.ts';
import { addWhoamiCommand } from './commands/whoami.ts';
import type { CliContext } from './context.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { Failure, toFailure } from './failure.ts';
import { DEFAULT_SERVER } from './io/server-address.ts';
import { toCommandTree, type CommandNode } from './reference/command-tree.ts';
import { toPrintable, toPrintableJson } from './io/terminal.ts';

/** All commands, in the order of the help. */
const COMMANDS: readonly AddCommand[] = [
  addLoginCommand,
  addLogoutCommand,
  addWhoamiCommand,
  addCollectionsCommand,
  addCountCommand,
  addFieldsCommand,
  addGetCommand,
  addHistoryCommand,
  addRestoreCommand,
  addDeleteCommand,
  addCopyCommand,
  addRenameFieldsCommand,
  addJobsCommand,
  addUndoCommand,
  addExportCommand,
  addImportCommand,
  addVerifyCommand,
  addValidateCommand,
  addMigrateCommand,
  addBackupCommand,
  addMoveCommand,
  addFilesCommand,
  addAccessCodeCommand,
  addStaffCommand,
  addAccountsCommand,
  addDevicesCommand,
  addRejectionsCommand,
  addMailsCommand,
  addPaymentsCommand,
  addDoctorCommand,
  addCompletionCommand,
];

const EXAMPLES = [
  'nankeen collections',
  'nankeen export products -o products.ndjson',
  'nankeen import products shopify-export.csv --category drones --dry-run',
  'nankeen help copy',
];

const NOTES = `
Sign in first: \`nankeen login\` prompts for the admin token, which the server prints when it
starts.`;

/** Runs one command line. Never throws. @param args without node and the script */
export async function runCli(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const { terminal } = context;
  const isJson = args.includes('--json');
  let result: CommandResult | undefined;
  try {
    await createProgram(context, (value) => (result = value)).parseAsync(args, { from: 'user' });
    if (isJson && result) terminal.out.write(`${toPrintableJson({ ok: true, ...result })}\n`);
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    const isUsage = error instanceof CommanderError;
    const failure = isUsage
      ? new Failure(EXIT.usage, error.message.replace(/^error: /, ''))
      : toFailure(error);
    if (isJson) terminal.out.write(`${toPrintableJson(toResult(failure))}\n`);
    // Commander has already printed its own message.
    if (!isUsage) terminal.err.write(toMessage(failure, !isJson));
    return failure.exitCode;
  } finally {
    for (const dispose of context.disposers.splice(0)) await dispose();
  }
}

/** The command tree for completion and reference; its commands can't be run. */
export function describeProgram(): CommandNode {
  const context = {} as CliContext;
  return toCommandTree(createProgram(context, () => undefined));
}

function createProgram(context: CliContext, run: (result: CommandResult) => void): Command {
  const program = new Command('nankeen')
    .description(
      'Administers a Nankeen store over the network: imports, exports and migrates its collections.',
    )
    .version(APP_VERSION, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [COMMAND]', 'show help for a command')
    .option('--server <URL>', `address of the server (or NANKEEN_SERVER; default ${DEFAULT_SERVER})`)
    .option('--token-file <FILE>', 'file that contains the admin token (or NANKEEN_TOKEN)')
    .option('--profile <NAME>', 'use the credentials that `login` saved under this name')
    .option(
      '--db <PLACE>',
      'open a data folder, or a database by its postgres:// address, instead of a server; a folder is read-only while a server is running on it',
    )
    .option('--json', 'print one JSON result object and no progress')
    .option('--quiet', 'print neither progress nor notes')
    .option('--yes', 'answer yes to every prompt')
    .option('--no-input', 'never prompt; exit with 2 where a prompt is needed')
    .configureHelp({ showGlobalOptions: true, helpWidth: 100 })
    .configureOutput({
      writeOut: (text) => context.terminal.out.write(text),
      writeErr: (text) => context.terminal.err.write(text),
      outputError: (text, write) =>
        write(text.replace(/^error: (.)/, (_begin, first: string) => `nankeen: ${first.toUpperCase()}`)),
    })
    .showHelpAfterError('Try the command with --help.')
    .exitOverride();
  explain(program, EXAMPLES, NOTES);
  for (const add of COMMANDS) add(program, run, context);
  return program;
}

function toMessage({ heading, message, lines, hint }: Failure, isWhole: boolean): string {
  return [
    `${heading} ${toPrintable(message)}`,
    ...(lines.length === 0 || !isWhole ? [] : ['', ...lines.map((line) => `  ${toPrintable(line)}`), '']),
    ...(hint === undefined ? [] : hint.split('\n').map(toPrintable)),
    '',
  ].join('\n');
}

function toResult({ exitCode, message, lines, hint, result }: Failure): Readonly<Record<string, unknown>> {
  const details = { ...(lines.length === 0 ? {} : { lines }), ...(hint === undefined ? {} : { hint }) };
  return { ok: false, exitCode, error: message, ...details, ...result };
}
