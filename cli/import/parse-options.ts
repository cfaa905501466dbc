import { Option, type Command } from 'commander';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { addRenameOptions, toRenameSpec, type RenameOptions } from '#cli/migration/rename-options.ts';
import { PRODUCT_CATEGORIES, products } from '#shared/collections/products.ts';
import { IMPORT_FORMATS, type ImportJobSpec } from '#shared/migration/job-spec.ts';

/** The part of an import's specification that controls how a file is parsed into documents. */
export type ParseSpec = Pick<
  ImportJobSpec,
  'format' | 'idField' | 'documents' | 'types' | 'category' | 'unpublished' | 'rename'
>;

export interface ParseOptions extends Omit<ParseSpec, 'rename'>, RenameOptions {}

/** Adds the parse options of every command that reads a file. */
export function addParseOptions(command: Command): Command {
  command
    .addOption(
      new Option('--format <FORMAT>', 'format of FILE, if it is not detected').choices(IMPORT_FORMATS),
    )
    .option(
      '--documents <PATH>',
      'path of the documents in a JSON object, e.g. rows[].doc; * for a map by id',
    )
    .option('--id-field <FIELD>', 'field of the id, e.g. sku or _id.$oid (default: FBUID, id, then _id)')
    .addOption(
      new Option(
        '--types <CHOICE>',
        'text (default): table cells are text; detect: columns of only numbers or true and false are converted',
      ).choices(['text', 'detect']),
    )
    .addOption(
      new Option(
        '--category <NAME>',
        'category of products whose own is missing or not recognized, in a CSV',
      ).choices(PRODUCT_CATEGORIES),
    )
    .addOption(
      new Option(
        '--unpublished <CHOICE>',
        'what to do with unpublished products of a Shopify export',
      ).choices(['import', 'skip']),
    );
  return addRenameOptions(command);
}

/** Only the options that were given. @throws Failure `usage` for options that contradict each other */
export function toParseSpec(collection: string, options: ParseOptions): ParseSpec {
  const { format, idField, documents, types, category, unpublished } = options;
  if (collection !== products.name && (category ?? unpublished) !== undefined) {
    const message = '--category and --unpublished are only for the collection products.';
    throw new Failure(EXIT.usage, message);
  }
  const rename = toRenameSpec(options);
  const given = { format, idField, documents, types, category, unpublished, rename };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
