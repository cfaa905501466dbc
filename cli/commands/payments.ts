import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { countOf } from '#cli/io/numbers.ts';
import { connectToRead } from '#cli/io/server-connection.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { toTextTable } from '#cli/io/text-table.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import { utcIso } from '#shared/kernel/clock.ts';
import { explain } from './command-help.ts';
import { printNote, type AddCommand, type CommandResult, type GlobalOptions } from './command-settings.ts';
import { parseDays } from './option-values.ts';

interface CheckOptions extends GlobalOptions {
  /** Days. */
  readonly since: number;
}

const DAY_MS = 24 * 3_600_000;

const NOTES = `
Compares products, prices and payment links, and the payments, refunds and orders since then. Changes nothing.
Exit codes: 0 alike, 7 the server or the payment provider can't be reached, 9 differences were found.`;

/** Adds `payments` and its subcommand. */
export const addPaymentsCommand: AddCommand = (program, run, context) => {
  const payments = program
    .command('payments')
    .summary('compare the shop with the payment provider')
    .description('Compares the shop with the payment provider.');
  const check = payments
    .command('check')
    .summary('find what differs between the shop and the payment provider')
    .description('Finds what differs between the shop and the payment provider.')
    .option('--since <DAYS>', 'compare payments of this many days, such as 30d', parseDays, 30)
    .action(async (_local: unknown, command: Command) => {
      run(await checkPayments(context, command.optsWithGlobals<CheckOptions>()));
    });
  explain(payments, ['nankeen payments check']);
  explain(check, ['nankeen payments check', 'nankeen payments check --since 7d --json'], NOTES);
};

async function checkPayments(context: CliContext, options: CheckOptions): Promise<CommandResult> {
  const connection = await connectToRead(context, options);
  const query = { since: utcIso(context.clock.now() - options.since * DAY_MS) };
  const check = await connection.call(ADMIN_ROUTES.checkPayments, { query });
  const { differences, products, paymentLinks, payments } = check;
  if (options.json !== true && differences.length > 0) {
    const lines = toTextTable(
      [{ title: 'what' }, { title: 'id' }, { title: 'difference' }],
      differences.map(({ kind, id, text }) => [kind, toPrintable(id), toPrintable(text)]),
    );
    context.terminal.out.write(`${lines.join('\n')}\n`);
  }
  const result = { command: 'payments check', ...check };
  const checked = [
    countOf(products, 'product'),
    countOf(paymentLinks, 'payment link'),
    countOf(payments, 'payment'),
  ].join(', ');
  if (differences.length > 0)
    throw new Failure(EXIT.differences, `${countOf(differences.length, 'difference')} found in ${checked}.`, {
      result,
    });
  printNote(context, options, [`Shop and payment provider are alike: ${checked}.`]);
  return result;
}
