import { Option, type Command } from 'commander';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { addRenameOptions, toRenameSpec, type RenameOptions } from '#cli/migration/rename-options.ts';
import { PRODUCT_CATEGORIES, products } from '#shared/collections/products.ts';
import { IMPORT_FORMATS, type ImportJobSpec } from '#shared/migration/job-spec.ts';

/** The part of an import's specification that decides which documents a file holds. */
export type Reading = Pick<
  ImportJobSpec,
  'format' | 'idField' | 'documents' | 'types' | 'category' | 'unpublished' | 'rename'
>;

export interface ParseOptions extends Omit<Reading, 'rename'>, RenameOptions {}

/** How a file is read, for every command that reads one. */
export function addParseOptions(command: Command): Command {
  command
    .addOption(
      new Option('--format <FORMAT>', 'what FILE is, where it can’t be told by itself').choices(
        IMPORT_FORMATS,
      ),
    )
    .option(
      '--documents <PATH>',
      'where the documents are within one JSON object, e.g. rows[].doc; * for a map by id',
    )
    .option(
      '--id-field <FIELD>',
      'field that holds the id, e.g. sku or _id.$oid (otherwise FBUID, id, then _id)',
    )
    .addOption(
      new Option(
        '--types <CHOICE>',
        'cells of a table are text (default), or detect: numbers, true and false where a whole column is',
      ).choices(['text', 'detect']),
    )
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

/** What was asked for, and nothing else. @throws Failure `usage` for options that don't fit each other */
export function toParseSpec(collection: string, options: ParseOptions): Reading {
  const { format, idField, documents, types, category, unpublished } = options;
  if (collection !== products.name && (category ?? unpublished) !== undefined) {
    const message = '--category and --unpublished are for the collection products only.';
    throw new Failure(EXIT.usage, message);
  }
  const rename = toRenameSpec(options);
  const given = { format, idField, documents, types, category, unpublished, rename };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
