import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { findCollectionNameProblem } from '#shared/documents/document-ids.ts';

/** Options that every command knows. */
export interface GlobalOptions {
  readonly server?: string;
  readonly tokenFile?: string;
  /** A data folder instead of a server. */
  readonly db?: string;
  readonly profile?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** Agreed beforehand to whatever would be asked. */
  readonly yes?: boolean;
  /** `false`: nothing is ever asked. */
  readonly input?: boolean;
}

/** What a command tells a script: with `--json` it is printed on standard output. */
export type CommandResult = Readonly<Record<string, unknown>>;

/** Puts a verb into the program; each is called once, in the order of the table in `program.ts`. */
export type AddCommand = (
  program: Command,
  run: (result: CommandResult) => void,
  context: CliContext,
) => void;

export function isQuiet({ json, quiet }: GlobalOptions): boolean {
  return json === true || quiet === true;
}

/** Writes lines for a person to standard error, unless nobody wants them. */
export function printNote(context: CliContext, options: GlobalOptions, lines: readonly string[]): void {
  if (isQuiet(options)) return;
  for (const line of lines) context.terminal.err.write(`${toPrintable(line)}\n`);
}

export function requireCollectionName(name: string): void {
  const problem = findCollectionNameProblem(name);
  if (problem !== undefined) throw new Failure(EXIT.usage, `${problem} Given: "${toPrintable(name)}"`);
}
