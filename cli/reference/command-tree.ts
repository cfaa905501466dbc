import type { Command, Option } from 'commander';

/** A command as plain data, for completion and reference. */
export interface CommandNode {
  /** Command names without the program: `['jobs', 'watch']`; empty for the program. */
  readonly path: readonly string[];
  readonly summary: string;
  readonly description: string;
  /** E.g. `copy [options] <SOURCE> <TARGET>`. */
  readonly usage: string;
  readonly arguments: readonly ArgumentNode[];
  readonly options: readonly OptionNode[];
  readonly commands: readonly CommandNode[];
  readonly command: Command;
}

export interface ArgumentNode {
  readonly name: string;
  readonly description: string;
  readonly choices: readonly string[];
}

export interface OptionNode {
  /** `--long` and, if there is one, `-s`. */
  readonly names: readonly string[];
  /** E.g. `-o, --output <FILE>`. */
  readonly flags: string;
  readonly description: string;
  readonly hasValue: boolean;
  readonly choices: readonly string[];
  /** Default value, if any. */
  readonly preset: string | undefined;
}

export function toCommandTree(command: Command, path: readonly string[] = []): CommandNode {
  return {
    path,
    summary: command.summary(),
    description: command.description(),
    usage: [...path, command.usage()].join(' '),
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      description: argument.description,
      choices: argument.argChoices ?? [],
    })),
    options: command.options.map(toOptionNode),
    commands: command.commands.map((one) => toCommandTree(one, [...path, one.name()])),
    command,
  };
}

function toOptionNode(option: Option): OptionNode {
  const { long, short, flags, description, argChoices, required, optional } = option;
  const preset: unknown = option.defaultValue;
  const isShown = typeof preset === 'string' || typeof preset === 'number';
  return {
    names: [long, short].filter((name) => name != null),
    flags,
    description,
    hasValue: required || optional,
    choices: argChoices ?? [],
    preset: isShown ? String(preset) : undefined,
  };
}

/** The command and all its subcommands, in the order of the help. */
export function flattenTree(node: CommandNode): CommandNode[] {
  return [node, ...node.commands.flatMap(flattenTree)];
}
