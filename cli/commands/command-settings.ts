import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { findCollectionNameProblem } from '#shared/documents/document-ids.ts';

/** Options of every command. */
export interface GlobalOptions {
  readonly server?: string;
  readonly tokenFile?: string;
  /** A data folder instead of a server. */
  readonly db?: string;
  readonly profile?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** Answers yes to every prompt. */
  readonly yes?: boolean;
  /** `false`: never prompts. */
  readonly input?: boolean;
}

/** The result object that `--json` prints on standard output. */
export type CommandResult = Readonly<Record<string, unknown>>;

/** Adds a command to the program. */
export type AddCommand = (
  program: Command,
  run: (result: CommandResult) => void,
  context: CliContext,
) => void;

export function isQuiet({ json, quiet }: GlobalOptions): boolean {
  return json === true || quiet === true;
}

/** Writes lines to standard error, except with `--quiet` or `--json`. */
export function printNote(context: CliContext, options: GlobalOptions, lines: readonly string[]): void {
  if (isQuiet(options)) return;
  for (const line of lines) context.terminal.err.write(`${toPrintable(line)}\n`);
}

export function requireCollectionName(name: string): void {
  const problem = findCollectionNameProblem(name);
  if (problem !== undefined) throw new Failure(EXIT.usage, `${problem} Got: "${toPrintable(name)}"`);
}
