import type { Command } from 'commander';
import { explain } from './command-help.ts';
import type { CommandResult } from './command-settings.ts';

/** Lists when the command has no subcommand, and adds the same action as subcommand `list`. Options work with both. */
export function addListSubcommand<Options>(
  command: Command,
  run: (result: CommandResult) => void,
  list: (options: Options) => Promise<CommandResult>,
): void {
  // Otherwise an unknown subcommand would be reported as an excess argument.
  command.allowExcessArguments().hook('preAction', (_command, acting) => {
    const [word] = acting === command ? acting.args : [];
    if (word !== undefined)
      command.error(`error: unknown command '${word}'`, { code: 'commander.unknownCommand' });
  });
  const act = async (_local: unknown, self: Command) => run(await list(self.optsWithGlobals() as Options));
  command.action(act);
  const subcommand = command
    .command('list')
    .summary(`same as \`${command.name()}\``)
    .description(command.description())
    .action(act);
  explain(subcommand, [`nankeen ${command.name()} list`]);
}
