import { mkdir, realpath, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { toIoFailure } from '#cli/failure.ts';
import { EXTENSIONS, type ExportFormat } from './export-format.ts';
import { createStreamOutput, createTerminalOutput, openFileOutput, type Output } from '#cli/io/output.ts';
import type { Terminal } from '#cli/io/terminal.ts';

/** The files of one export. `commit` puts all of them in place, `discard` none. */
export interface ExportFiles {
  /** Opens the file of a collection. */
  open(collection: string): Promise<{ readonly file: string; readonly output: Output }>;
  /** Path of the manifest; none for standard output. */
  readonly manifest: string | undefined;
  openManifest(): Promise<Output>;
  commit(): Promise<void>;
  discard(): Promise<void>;
}

export interface FolderFormat {
  readonly format: ExportFormat;
  readonly isGzip: boolean;
}

/** Standard output for `-`, otherwise one file. */
export function toSingleFile(file: string, { out, isOutTerminal }: Terminal): ExportFiles {
  const toStandardOutput = async () => (isOutTerminal ? createTerminalOutput(out) : createStreamOutput(out));
  const open = file === '-' ? toStandardOutput : () => openFileOutput(file);
  return collectOutputs(
    async () => ({ file, output: await open() }),
    file === '-' ? undefined : `${file}.manifest.json`,
  );
}

/** One file per collection in a folder. Creates a missing folder and removes it again when the export fails. */
export async function openFolder(folder: string, { format, isGzip }: FolderFormat): Promise<ExportFiles> {
  const firstMade = await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw toIoFailure(error, folder);
  });
  const root = await realpath(folder);
  const extension = EXTENSIONS[format] + (isGzip ? '.gz' : '');
  const open = async (name: string) => {
    const file = join(root, name);
    return { file, output: await openFileOutput(file) };
  };
  const files = collectOutputs(
    (collection) => open(`${collection}${extension}`),
    join(root, 'manifest.json'),
    open,
  );
  return {
    ...files,
    async discard() {
      await files.discard();
      if (firstMade !== undefined) await removeEmpty(resolve(folder), resolve(firstMade));
    },
  };
}

/** Removes a folder and its parents up to `last`, as long as they are empty. */
async function removeEmpty(folder: string, last: string): Promise<void> {
  const isGone = await rmdir(folder).then(
    () => true,
    () => false,
  );
  if (isGone && folder !== last) await removeEmpty(dirname(folder), last);
}

function collectOutputs(
  openOne: (collection: string) => Promise<{ file: string; output: Output }>,
  manifest: string | undefined,
  openInFolder?: (name: string) => Promise<{ file: string; output: Output }>,
): ExportFiles {
  const outputs: Output[] = [];
  const keep = (output: Output) => {
    outputs.push(output);
    return output;
  };
  return {
    manifest,
    async open(collection) {
      const opened = await openOne(collection);
      keep(opened.output);
      return opened;
    },
    async openManifest() {
      const file = manifest ?? '';
      return keep(openInFolder ? (await openInFolder(basename(file))).output : await openFileOutput(file));
    },
    async commit() {
      // Finish all outputs first, so that a full disk fails before any file is replaced.
      for (const output of outputs) await output.finish();
      for (const output of outputs) await output.commit();
    },
    async discard() {
      for (const output of outputs) await output.discard();
    },
  };
}
