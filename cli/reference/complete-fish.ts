import { flattenTree, type CommandNode, type OptionNode } from './command-tree.ts';

/** A fish script that completes commands and options with descriptions, option values, and otherwise file names. */
export function toFishCompletion(tree: CommandNode): string {
  const lines = flattenTree(tree).flatMap((node) => toLines(node, node === tree));
  return `# fish completion for nankeen\n${lines.join('\n')}\n`;
}

function toLines({ path, commands, options, arguments: args }: CommandNode, isProgram: boolean): string[] {
  const below = commands.map((command) => command.path.at(-1) ?? '');
  const known = isProgram ? [...below, 'help'] : below;
  const here = path.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
  const isOpen = known.length === 0 ? here : join(here, `not __fish_seen_subcommand_from ${known.join(' ')}`);
  const words: (readonly [string, string])[] = [
    ...commands.map((command) => [command.path.at(-1) ?? '', command.summary] as const),
    ...(isProgram ? [['help', 'show help for a command'] as const] : []),
    ...args.flatMap(({ choices }) => choices.map((choice) => [choice, ''] as const)),
  ];
  return [
    ...words.map(
      ([word, text]) =>
        `complete -c nankeen${toGuard(isOpen)} -f -a ${word}${text === '' ? '' : ` -d ${quote(text)}`}`,
    ),
    ...options.map((option) => toOptionLine(option, here)),
  ];
}

function toOptionLine({ names, description, hasValue, choices }: OptionNode, condition: string): string {
  const flags = names.map((name) =>
    name.startsWith('--') ? ` -l ${name.slice(2)}` : ` -s ${name.slice(1)}`,
  );
  const value = choices.length > 0 ? ` -x -a ${quote(choices.join(' '))}` : hasValue ? ' -r' : ' -f';
  return `complete -c nankeen${toGuard(condition)}${flags.join('')}${value} -d ${quote(description)}`;
}

function join(condition: string, more: string): string {
  return condition === '' ? more : `${condition}; and ${more}`;
}

function toGuard(condition: string): string {
  return condition === '' ? '' : ` -n ${quote(condition)}`;
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", `\\'`)}'`;
}
