import type { Command } from 'commander';
import { EXIT, type ExitCode } from '#cli/exit-codes.ts';

/** A command line to copy and paste, and its exit code on a store with the demo data. */
export interface Example {
  readonly line: string;
  readonly exitCode: ExitCode;
}

const EXAMPLES = new WeakMap<Command, readonly Example[]>();
const NOTES = new WeakMap<Command, string>();

/** Adds examples and notes to a command's help. The reference and the tests read them from here. */
export function explain(
  command: Command,
  examples: readonly (string | Example)[],
  notes: string = '',
): Command {
  const all = examples.map((example) =>
    typeof example === 'string' ? { line: example, exitCode: EXIT.done } : example,
  );
  EXAMPLES.set(command, all);
  NOTES.set(command, notes.trim());
  const lines = all.map(({ line }) => `  ${line}`).join('\n');
  return command.addHelpText('after', `\nExamples:\n${lines}${notes === '' ? '' : `\n\n${notes.trim()}`}`);
}

export function examplesOf(command: Command): readonly Example[] {
  return EXAMPLES.get(command) ?? [];
}

export function notesOf(command: Command): string {
  return NOTES.get(command) ?? '';
}
