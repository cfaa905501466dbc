import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toIoFailure } from '#cli/failure.ts';
import { DEFAULT_FOLDER } from '#cli/migration/migration-folder.ts';
import { toSlug } from '#shared/documents/slug.ts';
import { printNote, type CommandResult } from './command-settings.ts';
import type { MigrateOptions } from './migrate-options.ts';

export interface CreateOptions extends MigrateOptions {
  readonly module?: boolean;
}

/** Writes an empty migration. Its name starts with the UTC time, so that migrations sort by creation. */
export async function createMigration(
  context: CliContext,
  name: string,
  options: CreateOptions,
): Promise<CommandResult> {
  const slug = toSlug(name);
  if (slug === '') throw new Failure(EXIT.usage, 'The name must contain letters or digits.');
  const folder = options.dir ?? DEFAULT_FOLDER;
  const time = await toNextTime(folder, context.clock.now());
  const file = join(folder, `${time}-${slug}.${options.module === true ? 'mjs' : 'json'}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, options.module === true ? toModule(name) : toJson(name), { flag: 'wx' });
  } catch (error) {
    throw toIoFailure(error, file);
  }
  if (options.json !== true) context.terminal.out.write(`${file}\n`);
  printNote(context, options, [
    'Add its steps to "up"; `nankeen help migrate` shows an example. Then run: nankeen migrate plan',
  ]);
  return { command: 'migrate create', file };
}

/** The current second, or the second after the newest migration if that is later. */
async function toNextTime(folder: string, now: number): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  const taken = names.flatMap((name) => {
    const [, date, hour, minute, second] = /^(\d{8})T(\d\d)(\d\d)(\d\d)-/.exec(name) ?? [];
    if (date === undefined) return [];
    const day = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
    const time = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
    return Number.isNaN(time) ? [] : [time + 1000];
  });
  return new Date(Math.max(now, ...taken)).toISOString().slice(0, 19).replace(/[-:]/g, '');
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
