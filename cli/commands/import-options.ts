import { Option, type Command } from 'commander';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { addParseOptions, toParseSpec, type ParseOptions } from '#cli/import/parse-options.ts';
import { toShellWord } from '#cli/io/shell-word.ts';
import { products } from '#shared/collections/products.ts';
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
  readonly withPictures?: boolean;
}

export function addImportOptions(command: Command): Command {
  command
    .addOption(
      new Option(
        '--mode <MODE>',
        'upsert (default): create and replace documents; insert: only new ids; ' +
          'merge: update only the fields in the file',
      ).choices(IMPORT_MODES),
    )
    .addOption(
      new Option(
        '--on-conflict <CHOICE>',
        'what to do when a document already exists with other content (default: overwrite)',
      ).choices(CONFLICT_CHOICES),
    )
    .option('--dry-run', 'show what would happen and write nothing')
    .option('--continue', 'import the valid documents when others are invalid')
    .option(
      '--rejects <FILE>',
      'with --continue: save the invalid documents to FILE, which can be corrected and imported',
    )
    .option('--atomic', 'write everything in one transaction of at most 16 MiB')
    .option('--resume [JOB]', 'resume an interrupted import of the same FILE')
    .option('--verify', 'compare the collection with the file afterwards')
    .option('--with-pictures', 'for products: store the pictures of other hosts in the shop first');
  return addParseOptions(command);
}

/** Only the options that were given. @throws Failure `usage` for options that contradict each other */
export function toSettings(
  collection: string,
  options: ImportOptions,
): Partial<ImportJobSpec> & { readonly collection: string } {
  const misuse = (message: string) => new Failure(EXIT.usage, message);
  const { mode, onConflict, atomic, verify, dryRun, resume, rejects, withPictures } = options;
  if (withPictures === true && collection !== products.name)
    throw misuse('--with-pictures is for products: other documents have no pictures.');
  if (withPictures === true && (dryRun ?? resume) !== undefined)
    throw misuse(
      '--with-pictures stores files, so it excludes --dry-run, and it excludes --resume: import again.',
    );
  if (rejects !== undefined && (options.continue !== true || dryRun === true))
    throw misuse('--rejects requires --continue and excludes --dry-run: otherwise no document is skipped.');
  if (dryRun === true && (resume ?? atomic ?? verify) !== undefined)
    throw misuse('--dry-run writes nothing, so it excludes --atomic, --resume and --verify.');
  if (atomic === true && (resume ?? options.continue) !== undefined)
    throw misuse('--atomic writes all or nothing, so it excludes --continue and --resume.');
  const given = { mode, onConflict, continue: options.continue, atomic, verify };
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return { collection, ...Object.fromEntries(known), ...toParseSpec(collection, options) };
}

const NOT_REPEATED: readonly string[] = ['resume', 'dryRun'];

/** The command line as typed, with its explicit options, plus `more`. */
export function toCommandLine(command: Command, args: readonly string[], more: readonly string[]): string {
  const options = [...command.options, ...(command.parent?.options ?? [])].flatMap((option) => {
    const name = option.attributeName();
    const owner = command.options.includes(option) ? command : command.parent;
    if (owner?.getOptionValueSource(name) !== 'cli' || NOT_REPEATED.includes(name)) return [];
    const value: unknown = owner.getOptionValue(name);
    const flag = option.long ?? '';
    if (typeof value === 'boolean') return [flag];
    return (Array.isArray(value) ? value : [value]).flatMap((one) => [flag, toShellWord(String(one))]);
  });
  return ['nankeen', command.name(), ...args.map(toShellWord), ...options, ...more].join(' ');
}
