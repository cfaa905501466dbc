import type { Command, Option } from 'commander';

/** A command as completion and reference see it; plain data, made from the program itself. */
export interface CommandNode {
  /** Names from the top, without the program's: `['jobs', 'watch']`; empty for the program. */
  readonly path: readonly string[];
  readonly summary: string;
  readonly description: string;
  /** As it is typed, e.g. `copy [options] <SOURCE> <TARGET>`. */
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
  /** `--long`, and `-s` where there is one. */
  readonly names: readonly string[];
  /** As it is typed, e.g. `-o, --output <FILE>`. */
  readonly flags: string;
  readonly description: string;
  readonly hasValue: boolean;
  readonly choices: readonly string[];
  /** What is taken without it, where that isn't nothing. */
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
  const isTold = typeof preset === 'string' || typeof preset === 'number';
  return {
    names: [long, short].filter((name) => name != null),
    flags,
    description,
    hasValue: required || optional,
    choices: argChoices ?? [],
    preset: isTold ? String(preset) : undefined,
  };
}

/** The command and all below it, in the order of the help. */
export function flattenTree(node: CommandNode): CommandNode[] {
  return [node, ...node.commands.flatMap(flattenTree)];
}
