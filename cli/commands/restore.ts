import { InvalidArgumentError } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { findInCollection } from '#cli/io/collection-exists.ts';
import { connectServer } from '#cli/io/server-connection.ts';
import { ROUTES } from '#shared/api/routes.ts';
import { isOffsetIso, utcIso } from '#shared/kernel/clock.ts';
import { toContent } from '#shared/sync/wire-document.ts';
import { explain } from './command-help.ts';
import { printNote, type AddCommand, type CommandResult, type GlobalOptions } from './command-settings.ts';
import { addDocumentAction, type DocumentKey } from './document-command.ts';

interface RestoreOptions extends GlobalOptions {
  readonly at: number;
}

const NOTES = `
TIME is the time of a write from \`nankeen history\`, or any other time: the document is
restored to its state at that time. The restore is a new write: the history stays complete,
and the change syncs to devices like any other.

Exit codes: 0 done, 3 no such document, or it did not exist at that time.`;

export const addRestoreCommand: AddCommand = (program, run, context) => {
  const command = program
    .command('restore')
    .summary('restore an earlier state of a document')
    .description(
      'Restores the document ID of COLLECTION to its state at a given time, even if it was deleted since.',
    )
    .requiredOption('--at <TIME>', 'ISO time with Z or offset, e.g. 2026-11-21T12:15:00+11:00', parseTime);
  addDocumentAction<RestoreOptions>(command, run, (key, options) => restoreDocument(context, key, options));
  explain(
    command,
    [
      'nankeen restore products drover-10 --at 2100-01-01T09:00:00+11:00',
      { line: 'nankeen restore products drover-10 --at 2001-01-01T00:00:00Z', exitCode: EXIT.notFound },
    ],
    NOTES,
  );
};

function parseTime(text: string): number {
  if (isOffsetIso(text)) return Date.parse(text);
  throw new InvalidArgumentError('It must be a time such as 2026-11-21T12:15:00+11:00.');
}

async function restoreDocument(
  context: CliContext,
  key: DocumentKey,
  options: RestoreOptions,
): Promise<CommandResult> {
  const connection = await connectServer(context, options);
  const query = { before: utcIso(options.at + 1), limit: 1 };
  const request = connection.call(ROUTES.history, { params: { ...key }, query });
  const [entry] = (await findInCollection(connection, key.collection, request)).entries;
  const time = utcIso(options.at);
  if (!entry) throw toAbsent(`"${key.id}" did not exist yet at ${time}.`);
  if (entry.operation === 'delete' && entry.at !== time)
    throw toAbsent(`"${key.id}" was already deleted at ${time}.`);
  const restored = await connection.call(ROUTES.restore, { params: { ...key }, body: { at: entry.at } });
  printNote(context, options, [`Restored "${key.id}" as it was written at ${entry.at}.`]);
  return { command: 'restore', ...key, at: entry.at, document: toContent(restored) };
}

function toAbsent(message: string): Failure {
  return new Failure(EXIT.notFound, message, { hint: 'List its writes with `nankeen history`.' });
}
