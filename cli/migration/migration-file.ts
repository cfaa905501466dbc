import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toIoFailure } from '#cli/failure.ts';
import { copyJobSchema, renameJobSchema } from '#shared/migration/job-spec.ts';

export const MIGRATION_EXTENSIONS: readonly string[] = ['.json', '.js', '.mjs', '.ts', '.mts'];

const stepSchema = v.variant('kind', [renameJobSchema, copyJobSchema]);
/** Content of a migration file. A module exports it by name or as its default. */
const contentSchema = v.strictObject({
  /** Title for people. */
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  /** Copies and renames, run in order. */
  up: v.array(stepSchema),
  /** Steps to roll back; `undo` undoes the jobs of `up`. */
  down: v.optional(v.union([v.literal('undo'), v.array(stepSchema)]), 'undo'),
});

export interface MigrationFile extends v.InferOutput<typeof contentSchema> {
  /** File name without extension; identifies the migration. */
  readonly id: string;
  readonly file: string;
  /** SHA-256 of the text with `\n` line endings, in hex. */
  readonly checksum: string;
}

/** Imports a module by URL. */
export type LoadModule = (address: string) => Promise<unknown>;

const loadWithNode: LoadModule = (address) => import(address) as Promise<unknown>;

/** @throws Failure `invalidInput` with the path of the problem, `localIo`, `usage` for TypeScript that Node can't load */
export async function readMigrationFile(
  file: string,
  loadModule: LoadModule = loadWithNode,
): Promise<MigrationFile> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw toIoFailure(error, file);
  });
  const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
  const extension = extname(file);
  const content = extension === '.json' ? parseJson(text, file) : await load(file, checksum, loadModule);
  const parsed = v.safeParse(contentSchema, content);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new Failure(EXIT.invalidInput, `${file} is not a valid migration: ${issue.message}`, {
      lines: [`at ${v.getDotPath(issue) ?? 'the top'}`],
      hint: 'A migration has a "name", a list "up" of copies and renames, and "down": a list or "undo".',
    });
  }
  return { ...parsed.output, id: basename(file, extension), file, checksum };
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new Failure(EXIT.invalidInput, `${file} is not JSON: ${(cause as Error).message}.`, { cause });
  }
}

async function load(file: string, checksum: string, loadModule: LoadModule): Promise<unknown> {
  try {
    // The checksum in the URL bypasses Node's module cache.
    const loaded = (await loadModule(`${pathToFileURL(file).href}?${checksum}`)) as Record<string, unknown>;
    const { name, up, down, default: whole } = loaded;
    return whole ?? { name, up, ...(down === undefined ? {} : { down }) };
  } catch (cause) {
    throw toLoadFailure(file, cause as Error & { code?: string });
  }
}

function toLoadFailure(file: string, cause: Error & { code?: string }): Failure {
  const isTypeScript = /\.m?ts$/.test(file);
  if (isTypeScript && ['ERR_UNKNOWN_FILE_EXTENSION', 'ERR_NO_TYPESCRIPT'].includes(cause.code ?? '')) {
    return new Failure(
      EXIT.usage,
      `${file} is TypeScript, which this Node (${process.version}) can't load.`,
      {
        hint:
          'Write it as .json or .mjs, use Node 22.18 or newer, or with tsx installed here run\n' +
          '  NODE_OPTIONS="--import tsx" nankeen migrate …',
        cause,
      },
    );
  }
  return new Failure(EXIT.invalidInput, `${file} can't be loaded: ${cause.message}`, { cause });
}
