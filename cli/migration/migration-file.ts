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
/** What a migration file holds, or a module exports, by name or as its default. */
const contentSchema = v.strictObject({
  /** For people. */
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  /** Copies and renames, one after the other. */
  up: v.array(stepSchema),
  /** The way back; `undo` takes back what the jobs of `up` wrote. */
  down: v.optional(v.union([v.literal('undo'), v.array(stepSchema)]), 'undo'),
});

export interface MigrationFile extends v.InferOutput<typeof contentSchema> {
  /** Of the file without its ending: that is what it is known by. */
  readonly id: string;
  readonly file: string;
  /** SHA-256 of the text with `\n` line ends, in hex. */
  readonly checksum: string;
}

/** Loads a module by its address; the platform's `import()` unless told otherwise. */
export type LoadModule = (address: string) => Promise<unknown>;

const loadWithNode: LoadModule = (address) => import(address) as Promise<unknown>;

/** @throws Failure `invalidInput` with the place of the fault, `localIo`, `usage` for TypeScript that Node can't load */
export async function readMigrationFile(
  file: string,
  loadModule: LoadModule = loadWithNode,
): Promise<MigrationFile> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw toIoFailure(error, file);
  });
  const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
  const ending = extname(file);
  const content = ending === '.json' ? parseJson(text, file) : await load(file, checksum, loadModule);
  const parsed = v.safeParse(contentSchema, content);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new Failure(EXIT.invalidInput, `${file} is no migration: ${issue.message}`, {
      lines: [`at ${v.getDotPath(issue) ?? 'the top'}`],
      hint: 'A migration has a name, a list "up" of copies and renames, and "down": a list, or "undo".',
    });
  }
  return { ...parsed.output, id: basename(file, ending), file, checksum };
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
    // Named by its content, since a module is loaded once only.
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
