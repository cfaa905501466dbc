import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { findCredential, findServer } from '#cli/io/server-access.ts';
import { checkCaller, connectAs } from '#cli/io/server-connection.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { toTextTable } from '#cli/io/text-table.ts';
import { explain } from './command-help.ts';
import type { AddCommand, CommandResult, GlobalOptions } from './command-settings.ts';

export const addWhoamiCommand: AddCommand = (program, run, context) => {
  const command = program
    .command('whoami')
    .summary('show the server and the credentials in use')
    .description(
      'Shows the server, the account and where its credentials come from, and checks them with the server.',
    )
    .action(async (_local: unknown, self: Command) => {
      run(await showCaller(context, self.optsWithGlobals<GlobalOptions>()));
    });
  explain(command, ['nankeen whoami', 'nankeen whoami --json']);
};

async function showCaller(context: CliContext, options: GlobalOptions): Promise<CommandResult> {
  const server = await findServer(context, options);
  const found = await findCredential(context, options, server);
  const { credential, by } = found;
  const connection = await connectAs(context, server.origin, found);
  await checkCaller(connection);
  const as = credential.kind === 'session' ? credential.email : 'admin';
  if (options.json !== true) {
    const rows = [
      ['server', server.origin],
      ['signed in as', toPrintable(as)],
      ['by', toPrintable(by)],
    ];
    const lines = toTextTable([{ title: '' }, { title: '' }], rows);
    context.terminal.out.write(`${lines.join('\n')}\n`);
  }
  return { command: 'whoami', server: server.origin, as, by };
}
