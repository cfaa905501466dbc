import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toIoFailure } from '#cli/failure.ts';
import { DEFAULT_FOLDER } from '#cli/migration/migration-folder.ts';
import { toSlug } from '#shared/documents/slug.ts';
import { tell, type CommandResult } from './command-settings.ts';
import type { MigrateOptions } from './migrate.ts';

export interface CreateOptions extends MigrateOptions {
  readonly module?: boolean;
}

/** Writes an empty migration; its name begins with the time in UTC, so that later ones come later. */
export async function createMigration(
  context: CliContext,
  name: string,
  options: CreateOptions,
): Promise<CommandResult> {
  const slug = toSlug(name);
  if (slug === '') throw new Failure(EXIT.usage, 'A name with letters or digits is needed.');
  const time = new Date(context.clock.now()).toISOString().slice(0, 19).replace(/[-:]/g, '');
  const folder = options.dir ?? DEFAULT_FOLDER;
  const file = join(folder, `${time}-${slug}.${options.module === true ? 'mjs' : 'json'}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, options.module === true ? toModule(name) : toJson(name), { flag: 'wx' });
  } catch (error) {
    throw toIoFailure(error, file);
  }
  if (options.json !== true) context.terminal.out.write(`${file}\n`);
  tell(context, options, [
    'Write its steps into "up"; `nankeen help migrate` shows one. Then: nankeen migrate plan',
  ]);
  return { command: 'migrate create', file };
}

function toJson(name: string): string {
  return `${JSON.stringify({ name, up: [], down: 'undo' }, null, 2)}\n`;
}

function toModule(name: string): string {
  return `export default {
  name: ${JSON.stringify(name)},
  // Copies and renames, e.g. { kind: 'rename', collection: 'archive', rename: { rules: [{ kind: 'map', from: 'price', to: 'amount' }] } }
  up: [],
  down: 'undo',
};
`;
}
