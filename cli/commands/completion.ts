import { Argument, type Command } from 'commander';
import { toBashCompletion } from '#cli/reference/complete-bash.ts';
import { toFishCompletion } from '#cli/reference/complete-fish.ts';
import { toZshCompletion } from '#cli/reference/complete-zsh.ts';
import { toCommandTree } from '#cli/reference/command-tree.ts';
import { explain } from './command-help.ts';
import type { AddCommand, GlobalOptions } from './command-settings.ts';

const SCRIPTS = { bash: toBashCompletion, zsh: toZshCompletion, fish: toFishCompletion } as const;
type Shell = keyof typeof SCRIPTS;

const NOTES = `
To enable completion in every new shell:
  bash   echo 'source <(nankeen completion bash)' >> ~/.bashrc
  zsh    echo 'source <(nankeen completion zsh)' >> ~/.zshrc     (below compinit)
  fish   nankeen completion fish > ~/.config/fish/completions/nankeen.fish

Names of collections and ids of jobs are not completed: every Tab would have to call the
server with your token.`;

export const addCompletionCommand: AddCommand = (program, run, context) => {
  const command = program
    .command('completion')
    .summary('print a completion script for a shell')
    .description('Prints a script that makes SHELL complete commands, options and option values.')
    .addArgument(new Argument('<SHELL>', 'the shell').choices(Object.keys(SCRIPTS)))
    .action((shell: Shell, _local: unknown, self: Command) => {
      const script = SCRIPTS[shell](toCommandTree(program));
      const isJson = self.optsWithGlobals<GlobalOptions>().json === true;
      if (!isJson) context.terminal.out.write(script);
      run({ command: 'completion', shell, script });
    });
  const examples = ['nankeen completion bash', 'nankeen completion zsh', 'nankeen completion fish'];
  explain(command, examples, NOTES);
};
