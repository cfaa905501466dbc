import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { toLocalTime } from '#cli/io/local-time.ts';
import { countOf } from '#cli/io/numbers.ts';
import { connectServer, connectToRead } from '#cli/io/server-connection.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { toTextTable } from '#cli/io/text-table.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import { explain } from './command-help.ts';
import { printNote, type AddCommand, type CommandResult, type GlobalOptions } from './command-settings.ts';
import { addListSubcommand } from './list-subcommand.ts';

interface EndOptions extends GlobalOptions {
  readonly all?: boolean;
}

/** Adds `accounts` and its subcommands. */
export const addAccountsCommand: AddCommand = (program, run, context) => {
  const accounts = program
    .command('accounts')
    .summary('disable accounts and end sessions')
    .description('Lists the disabled accounts. Roles are listed by `nankeen staff list`.');
  addListSubcommand<GlobalOptions>(accounts, run, (options) => listDisabled(context, options));
  const disable = accounts
    .command('disable')
    .summary('sign an account out everywhere and refuse further sign-ins')
    .description('Ends all sessions of an account and refuses further sign-ins. Its documents are kept.')
    .argument('<EMAIL>', 'address of the account')
    .action(async (email: string, _local: unknown, command: Command) => {
      run(await setDisabled(context, { email, isDisabled: true }, command.optsWithGlobals<GlobalOptions>()));
    });
  const enable = accounts
    .command('enable')
    .summary('let a disabled account sign in again')
    .description('Lets a disabled account sign in again.')
    .argument('<EMAIL>', 'address of the account')
    .action(async (email: string, _local: unknown, command: Command) => {
      run(await setDisabled(context, { email, isDisabled: false }, command.optsWithGlobals<GlobalOptions>()));
    });
  const remove = accounts
    .command('remove-second-factor')
    .summary('remove a lost second factor')
    .description(
      'Removes the passkeys, the code app and the recovery codes of an account that has lost them, and ends its sessions. The person is ' +
        'told by email. Staff have no role again until they have another one. Make sure that it is the person who asks.',
    )
    .argument('<EMAIL>', 'address of the account')
    .action(async (email: string, _local: unknown, command: Command) => {
      run(await removeSecondFactor(context, email, command.optsWithGlobals<GlobalOptions>()));
    });
  const end = accounts
    .command('end-sessions')
    .summary('sign one account, or everybody, out everywhere')
    .description(
      'Ends all sessions of an account, or with --all those of all accounts. They can sign in again.',
    )
    .argument('[EMAIL]', 'address of the account')
    .option('--all', 'end the sessions of all accounts')
    .action(async (email: string | undefined, _local: unknown, command: Command) => {
      run(await endSessions(context, email, command.optsWithGlobals<EndOptions>()));
    });
  explain(accounts, ['nankeen accounts', 'nankeen accounts --json']);
  explain(disable, [{ line: 'nankeen accounts disable kim@shop.example', exitCode: EXIT.notFound }]);
  explain(enable, [{ line: 'nankeen accounts enable kim@shop.example', exitCode: EXIT.notFound }]);
  explain(remove, [
    { line: 'nankeen accounts remove-second-factor kim@shop.example', exitCode: EXIT.notFound },
  ]);
  explain(end, [
    { line: 'nankeen accounts end-sessions kim@shop.example', exitCode: EXIT.notFound },
    'nankeen accounts end-sessions --all',
  ]);
};

async function listDisabled(context: CliContext, options: GlobalOptions): Promise<CommandResult> {
  const connection = await connectToRead(context, options);
  const { disabled } = await connection.call(ADMIN_ROUTES.staff);
  if (options.json !== true && disabled.length > 0) {
    const lines = toTextTable(
      [{ title: 'address' }, { title: 'disabled' }, { title: 'by' }],
      disabled.map(({ email, at, by }) => [
        toPrintable(email),
        toLocalTime(at, context.clock),
        toPrintable(by),
      ]),
    );
    context.terminal.out.write(`${lines.join('\n')}\n`);
  }
  if (disabled.length === 0) printNote(context, options, ['No account is disabled.']);
  return { command: 'accounts', disabled };
}

async function removeSecondFactor(
  context: CliContext,
  email: string,
  options: GlobalOptions,
): Promise<CommandResult> {
  const connection = await connectServer(context, options);
  await connection.call(ADMIN_ROUTES.removeSecondFactor, { body: { email } });
  const address = email.trim().toLowerCase();
  printNote(context, options, [`${toPrintable(address)} has no second factor any more.`]);
  return { command: 'accounts remove-second-factor', email: address };
}

async function setDisabled(
  context: CliContext,
  { email, isDisabled }: { readonly email: string; readonly isDisabled: boolean },
  options: GlobalOptions,
): Promise<CommandResult> {
  const connection = await connectServer(context, options);
  const route = isDisabled ? ADMIN_ROUTES.disableAccount : ADMIN_ROUTES.enableAccount;
  const { disabled } = await connection.call(route, { body: { email } });
  const address = email.trim().toLowerCase();
  printNote(context, options, [
    isDisabled
      ? `${address} is signed out everywhere and can't sign in. Undo it with: nankeen accounts enable ${address}`
      : `${address} can sign in again.`,
  ]);
  return { command: isDisabled ? 'accounts disable' : 'accounts enable', email: address, disabled };
}

async function endSessions(
  context: CliContext,
  email: string | undefined,
  options: EndOptions,
): Promise<CommandResult> {
  if ((email === undefined) === (options.all !== true)) {
    throw new Failure(EXIT.usage, 'Name one account, or all of them with --all.');
  }
  const connection = await connectServer(context, options);
  const { ended } =
    email === undefined
      ? await connection.call(ADMIN_ROUTES.endAllSessions, { body: { of: 'everybody' } })
      : await connection.call(ADMIN_ROUTES.endSessionsOf, { body: { email } });
  printNote(context, options, [`${countOf(ended, 'session')} ended.`]);
  return { command: 'accounts end-sessions', ended };
}
