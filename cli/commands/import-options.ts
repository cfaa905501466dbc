import { Option, type Command } from 'commander';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { IMPORT_FORMATS, type ForcedFormat } from '#cli/formats/import-format.ts';
import { toShellWord } from '#cli/io/shell-word.ts';
import { addRenameOptions, type RenameOptions } from '#cli/migration/rename-options.ts';
import { PRODUCT_CATEGORIES, products } from '#shared/collections/products.ts';
import { CONFLICT_CHOICES, type ConflictChoice } from '#shared/migration/job-spec.ts';
import type { GlobalOptions } from './command-settings.ts';

const IMPORT_MODES = ['upsert', 'insert', 'merge'] as const;

export interface ImportOptions extends GlobalOptions, RenameOptions {
  readonly mode: (typeof IMPORT_MODES)[number];
  readonly onConflict: ConflictChoice;
  readonly dryRun?: boolean;
  readonly format?: ForcedFormat;
  readonly continue?: boolean;
  readonly rejects?: string;
  readonly atomic?: boolean;
  /** `true` for the newest unfinished import of the same input. */
  readonly resume?: string | true;
  readonly verify?: boolean;
  readonly idField?: string;
  readonly category?: string;
  readonly unpublished?: 'import' | 'skip';
}

export function addImportOptions(command: Command): Command {
  command
    .addOption(
      new Option(
        '--mode <MODE>',
        'upsert: new documents are created, others replaced; insert: only new ones; merge: fields are laid over those there',
      )
        .choices(IMPORT_MODES)
        .default('upsert'),
    )
    .addOption(
      new Option('--on-conflict <CHOICE>', 'what becomes of a document that is there with other content')
        .choices(CONFLICT_CHOICES)
        .default('overwrite'),
    )
    .option('--dry-run', 'say what would happen and write nothing')
    .addOption(
      new Option('--format <FORMAT>', 'what FILE is, where it can’t be told by itself').choices(
        IMPORT_FORMATS,
      ),
    )
    .option('--continue', 'import what is right though something else is wrong')
    .option('--rejects <FILE>', 'with --continue: write what is wrong to FILE, which can be imported again')
    .option('--atomic', 'everything in one transaction, of at most 16 MiB')
    .option('--resume [JOB]', 'go on with an import of the same FILE that was interrupted')
    .option('--verify', 'afterwards, read the collection back and compare')
    .option('--id-field <FIELD>', 'field that holds the id, e.g. sku or _id.$oid (otherwise FBUID, then id)')
    .addOption(
      new Option(
        '--category <NAME>',
        'category of products in a CSV whose own is missing or can’t be told',
      ).choices(PRODUCT_CATEGORIES),
    )
    .addOption(
      new Option(
        '--unpublished <CHOICE>',
        'what becomes of unpublished products of a Shopify export',
      ).choices(['import', 'skip']),
    );
  return addRenameOptions(command);
}

/** @throws Failure `usage` for options that don't fit each other */
export function assertFitting(collection: string, options: ImportOptions): void {
  const misuse = (message: string) => new Failure(EXIT.usage, message);
  if (collection !== products.name && (options.category ?? options.unpublished) !== undefined)
    throw misuse('--category and --unpublished are for the collection products only.');
  if (options.rejects !== undefined && options.continue !== true)
    throw misuse('--rejects goes with --continue: otherwise nothing is imported at all.');
  if (options.dryRun === true && (options.resume ?? options.atomic ?? options.verify) !== undefined)
    throw misuse('--dry-run writes nothing, so --atomic, --resume and --verify don’t go with it.');
  if (options.atomic === true && (options.resume ?? options.continue) !== undefined)
    throw misuse('--atomic writes all or nothing, so --continue and --resume don’t go with it.');
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
