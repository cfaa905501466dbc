import type { Command } from 'commander';
import { explain } from './command-help.ts';
import type { CommandResult } from './command-settings.ts';

/** A command that lists when no verb follows it, and does the same with `list`. Its options go with both. */
export function addListSubcommand<Options>(
  command: Command,
  run: (result: CommandResult) => void,
  list: (options: Options) => Promise<CommandResult>,
): void {
  // Otherwise a verb that isn't there would count as an argument too many.
  command.allowExcessArguments().hook('preAction', (_command, acting) => {
    const [word] = acting === command ? acting.args : [];
    if (word !== undefined)
      command.error(`error: unknown command '${word}'`, { code: 'commander.unknownCommand' });
  });
  const act = async (_local: unknown, self: Command) => run(await list(self.optsWithGlobals() as Options));
  command.action(act);
  const verb = command
    .command('list')
    .summary(`as \`${command.name()}\` alone`)
    .description(command.description())
    .action(act);
  explain(verb, [`nankeen ${command.name()} list`]);
}
