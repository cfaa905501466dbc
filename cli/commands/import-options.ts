import { Option, type Command } from 'commander';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { addParseOptions, toParseSpec, type ParseOptions } from '#cli/import/parse-options.ts';
import { toShellWord } from '#cli/io/shell-word.ts';
import { CONFLICT_CHOICES, type ImportJobSpec } from '#shared/migration/job-spec.ts';
import type { GlobalOptions } from './command-settings.ts';

const IMPORT_MODES = ['upsert', 'insert', 'merge'] as const;

export interface ImportOptions extends GlobalOptions, ParseOptions {
  readonly mode?: (typeof IMPORT_MODES)[number];
  readonly onConflict?: ImportJobSpec['onConflict'];
  readonly dryRun?: boolean;
  readonly continue?: boolean;
  readonly rejects?: string;
  readonly atomic?: boolean;
  /** `true` for the newest unfinished import of this file. */
  readonly resume?: string | true;
  readonly verify?: boolean;
}

export function addImportOptions(command: Command): Command {
  command
    .addOption(
      new Option(
        '--mode <MODE>',
        'upsert (default): new documents are created, others replaced; insert: only new ones; ' +
          'merge: fields are laid over those there',
      ).choices(IMPORT_MODES),
    )
    .addOption(
      new Option(
        '--on-conflict <CHOICE>',
        'what becomes of a document that is there with other content (otherwise overwrite)',
      ).choices(CONFLICT_CHOICES),
    )
    .option('--dry-run', 'say what would happen and write nothing')
    .option('--continue', 'import what is right though something else is wrong')
    .option('--rejects <FILE>', 'with --continue: write what is wrong to FILE, which can be imported again')
    .option('--atomic', 'everything in one transaction, of at most 16 MiB')
    .option('--resume [JOB]', 'continue an import of the same FILE that was interrupted')
    .option('--verify', 'afterwards, compare the collection with the file');
  return addParseOptions(command);
}

/** What was asked for, and nothing else. @throws Failure `usage` for options that don't fit each other */
export function toSettings(
  collection: string,
  options: ImportOptions,
): Partial<ImportJobSpec> & { readonly collection: string } {
  const misuse = (message: string) => new Failure(EXIT.usage, message);
  const { mode, onConflict, atomic, verify, dryRun, resume, rejects } = options;
  if (rejects !== undefined && (options.continue !== true || dryRun === true))
    throw misuse('--rejects goes with --continue, and not with --dry-run: otherwise nothing is left out.');
  if (dryRun === true && (resume ?? atomic ?? verify) !== undefined)
    throw misuse('--dry-run writes nothing, so --atomic, --resume and --verify don’t go with it.');
  if (atomic === true && (resume ?? options.continue) !== undefined)
    throw misuse('--atomic writes all or nothing, so --continue and --resume don’t go with it.');
  const given = { mode, onConflict, continue: options.continue, atomic, verify };
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return { collection, ...Object.fromEntries(known), ...toParseSpec(collection, options) };
}

const NOT_AGAIN: readonly string[] = ['resume', 'dryRun'];

/** The command line that was typed, with the options given by hand and further arguments. */
export function toCommandLine(command: Command, args: readonly string[], more: string): string {
  const options = [...command.options, ...(command.parent?.options ?? [])].flatMap((option) => {
    const name = option.attributeName();
    const owner = command.options.includes(option) ? command : command.parent;
    if (owner?.getOptionValueSource(name) !== 'cli' || NOT_AGAIN.includes(name)) return [];
    const value: unknown = owner.getOptionValue(name);
    const flag = option.long ?? '';
    if (typeof value === 'boolean') return [flag];
    return (Array.isArray(value) ? value : [value]).flatMap((one) => [flag, toShellWord(String(one))]);
  });
  return ['nankeen', command.name(), ...args.map(toShellWord), ...options, more].join(' ');
}
