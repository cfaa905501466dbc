import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { formatCount } from '#cli/io/numbers.ts';
import { requireCollection } from '#cli/io/collection-exists.ts';
import { connectToRead } from '#cli/io/server-connection.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { toTextTable } from '#cli/io/text-table.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { FieldInventory, InventoryField } from '#shared/migration/field-inventory-response.ts';
import { explain } from './command-help.ts';
import {
  requireCollectionName,
  printNote,
  type AddCommand,
  type CommandResult,
  type GlobalOptions,
} from './command-settings.ts';

const MAX_EXAMPLE = 40;

export const addFieldsCommand: AddCommand = (program, run, context) => {
  const command = program
    .command('fields')
    .summary('list the fields of a collection, at every depth')
    .description(
      'Lists the path of every field of COLLECTION, with the share of documents that have it, the types of its values, ' +
        'an example, and the naming rule that it breaks, if any.',
    )
    .argument('<COLLECTION>', 'name of the collection, e.g. products')
    .action(async (collection: string, _local: unknown, self: Command) => {
      run(await listFields(context, collection, self.optsWithGlobals<GlobalOptions>()));
    });
  explain(
    command,
    ['nankeen fields products', 'nankeen fields products --json > fields.json'],
    'Exit codes: 0 done, 3 no such collection.',
  );
};

async function listFields(
  context: CliContext,
  collection: string,
  options: GlobalOptions,
): Promise<CommandResult> {
  requireCollectionName(collection);
  const connection = await connectToRead(context, options);
  const inventory = await connection.call(ADMIN_ROUTES.fields, { params: { collection } });
  if (inventory.documents === 0) await requireCollection(connection, collection);
  if (options.json !== true && inventory.fields.length > 0) {
    context.terminal.out.write(`${toLines(inventory).join('\n')}\n`);
  }
  if (inventory.documents === 0) printNote(context, options, ['There are no documents.']);
  if (inventory.isCut) printNote(context, options, ['The list is truncated: there are more fields.']);
  const { documents, fields, isCut } = inventory;
  return { command: 'fields', collection, documents, fields, isCut };
}

function toLines({ documents, fields }: FieldInventory): string[] {
  const hasIssue = fields.some(({ issue }) => issue !== null);
  return toTextTable(
    [
      { title: 'field' },
      { title: 'present', isNumber: true },
      { title: 'types' },
      { title: 'example' },
      ...(hasIssue ? [{ title: 'issue' }] : []),
    ],
    fields.map((field) => [
      toPrintable(field.path),
      toShare(field.documents, documents),
      toTypes(field.types),
      shorten(toPrintable(field.example)),
      ...(hasIssue ? [field.issue ?? ''] : []),
    ]),
  );
}

/** `100%` only when no document lacks the field; `<1%` for less than one percent. */
function toShare(count: number, documents: number): string {
  const percent = (count * 100) / documents;
  if (count > 0 && percent < 1) return '<1%';
  return `${count < documents ? Math.min(99, Math.round(percent)) : 100}%`;
}

/** `text`, or with counts `text 20, null 4`, most frequent first. */
function toTypes(types: InventoryField['types']): string {
  const entries = Object.entries(types).sort((a, b) => b[1] - a[1]);
  if (entries.length === 1) return entries[0]?.[0] ?? '';
  return entries.map(([type, count]) => `${type} ${formatCount(count)}`).join(', ');
}

function shorten(text: string): string {
  return text.length <= MAX_EXAMPLE ? text : `${text.slice(0, MAX_EXAMPLE - 1)}…`;
}
