import { Option, type Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { toLocalTime } from '#cli/io/local-time.ts';
import { connectServer, connectToRead } from '#cli/io/server-connection.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { toTextTable } from '#cli/io/text-table.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import { MAIL_STATES, type MailFacts, type MailState } from '#shared/api/mail-routes.ts';
import { explain } from './command-help.ts';
import { printNote, type AddCommand, type CommandResult, type GlobalOptions } from './command-settings.ts';
import { addListSubcommand } from './list-subcommand.ts';
import { parseLimit } from './option-values.ts';

interface ListOptions extends GlobalOptions {
  readonly limit: number;
  readonly state?: MailState;
  readonly about?: string;
}

const NOTES = `
The server tries a mail again after 1 minute, then after twice as long each time, up to 6 hours.
After three days, or when its link has expired, it gives the mail up. Mails are listed for 90 days.`;

/** Adds `mails` and its subcommands. */
export const addMailsCommand: AddCommand = (program, run, context) => {
  const mails = program
    .command('mails')
    .summary('list the mails of the server, and try one again')
    .description(
      'Lists the mails that wait, were sent, or could not be sent, newest first, with the reasons.',
    )
    .addOption(new Option('--state <STATE>', 'only mails in this state').choices(MAIL_STATES))
    .option('--about <ID>', 'only mails about this payment or document')
    .option('--limit <NUMBER>', 'maximum number of mails', parseLimit, 50);
  addListSubcommand<ListOptions>(mails, run, (options) => listMails(context, options));
  const retry = mails
    .command('retry')
    .summary('try a mail again')
    .description('Sends a mail that waits or was given up as soon as the server runs.')
    .argument('<KEY>', 'key from `mails`')
    .action(async (key: string, _local: unknown, command: Command) => {
      run(await retryMail(context, key, command.optsWithGlobals<GlobalOptions>()));
    });
  explain(mails, ['nankeen mails', 'nankeen mails --state given-up', 'nankeen mails list --json'], NOTES);
  explain(retry, [{ line: 'nankeen mails retry order-confirmed:cs_live_a1B2c3', exitCode: EXIT.notFound }]);
};

async function listMails(context: CliContext, options: ListOptions): Promise<CommandResult> {
  const { state, about, limit } = options;
  const connection = await connectToRead(context, options);
  const list = await connection.call(ADMIN_ROUTES.mails, { query: { state, about, limit } });
  if (options.json !== true && list.mails.length > 0) {
    const lines = toTextTable(
      [{ title: 'queued' }, { title: 'key' }, { title: 'to' }, { title: 'state' }],
      list.mails.map((mail) => [
        toLocalTime(mail.queuedAt, context.clock),
        toPrintable(mail.key),
        toPrintable(mail.to),
        toPrintable(toStateText(mail, context)),
      ]),
    );
    context.terminal.out.write(`${lines.join('\n')}\n`);
  }
  if (list.mails.length === 0) printNote(context, options, ['There are no such mails.']);
  return { command: 'mails', ...list };
}

async function retryMail(context: CliContext, key: string, options: GlobalOptions): Promise<CommandResult> {
  const connection = await connectServer(context, options);
  const mail = await connection.call(ADMIN_ROUTES.retryMail, { params: { key } });
  printNote(context, options, [`The mail to ${mail.to} is sent as soon as the server runs.`]);
  return { command: 'mails retry', ...mail };
}

function toStateText({ state, nextAt, sentAt, error }: MailFacts, { clock }: CliContext): string {
  if (state === 'sent') return sentAt === null ? 'sent' : `sent ${toLocalTime(sentAt, clock)}`;
  const reason = error === null ? '' : `: ${error}`;
  if (state === 'given-up') return `given up${reason}`;
  return nextAt === null || error === null ? 'waiting' : `tried again ${toLocalTime(nextAt, clock)}${reason}`;
}
