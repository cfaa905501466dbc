import { basename } from 'node:path';
import type { ExportFormat } from './export-format.ts';
import type { ExportQuery } from '#cli/io/document-stream.ts';
import type { ExportedCollection } from './export-collection.ts';

/** One file of an export. */
export interface ExportedFile extends ExportedCollection {
  readonly collection: string;
  readonly file: string;
}

/** Lists the exported files. Deterministic: the same documents give the same manifest. */
export function toManifest(
  files: readonly ExportedFile[],
  {
    format,
    isGzip,
    query,
  }: { readonly format: ExportFormat; readonly isGzip: boolean; readonly query: ExportQuery },
): string {
  const manifest = {
    format,
    gzip: isGzip,
    envelope: query.withEnvelope === true,
    since: query.since ?? null,
    files: files.map(({ file, ...facts }) => ({ file: basename(file), ...facts })),
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}
