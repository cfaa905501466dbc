import { extname } from 'node:path';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { EXTENSIONS, toExportFormat, type ExportFormat } from '#cli/export/export-format.ts';
import type { ExportQuery } from '#cli/io/document-stream.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { isOffsetIso } from '#shared/kernel/clock.ts';
import type { GlobalOptions } from './command-settings.ts';

export interface ExportOptions extends GlobalOptions {
  readonly all?: boolean;
  readonly output: string;
  readonly format?: ExportFormat;
  readonly gzip?: boolean;
  readonly since?: string;
  readonly envelope?: boolean;
  readonly withHistory?: boolean;
}

/** How an export writes, once the options fit each other. */
export interface ExportPlan {
  readonly isFolder: boolean;
  readonly format: ExportFormat;
  readonly isGzip: boolean;
  readonly query: ExportQuery;
}

/** @throws Failure where the options don't fit each other */
export function toExportPlan(named: readonly string[], options: ExportOptions): ExportPlan {
  const { output, envelope = false, withHistory = false, all = false } = options;
  if (all && named.length > 0) throw misuse('Name collections or give --all, not both.');
  if (!all && named.length === 0) throw misuse('Name a collection, or give --all.');
  const isFolder = all || named.length > 1 || output.endsWith('/');
  const isStream = output === '-';
  if (isFolder && isStream) throw misuse('Several collections need a folder: -o FOLDER.');
  if (isStream && options.json === true) {
    throw misuse('With --json the result goes to standard output, so the documents need -o FILE.');
  }
  if (!isFolder && !isStream && options.format === undefined) requireKnownExtension(output);
  const format = options.format ?? (isFolder ? 'ndjson' : toExportFormat(output));
  if ((envelope || withHistory) && format !== 'ndjson' && format !== 'json') {
    throw misuse('--envelope and --with-history are for the formats ndjson and json.');
  }
  const isGzip = options.gzip === true || (!isFolder && output.toLowerCase().endsWith('.gz'));
  return {
    isFolder,
    format,
    isGzip,
    query: { since: toInstant(options.since), withHistory, withEnvelope: envelope },
  };
}

/** Lines of JSON are often called so. */
const OTHER_NAMES = ['.jsonl'];

/** NDJSON in a file that is called a spreadsheet would look like success. One without an extension may hold it. */
function requireKnownExtension(file: string): void {
  const extension = extname(file.toLowerCase().replace(/\.gz$/, ''));
  const known = [...Object.values(EXTENSIONS), ...OTHER_NAMES];
  if (extension === '' || known.some((one) => one.endsWith(extension))) return;
  throw misuse(
    `Files that end with ${toPrintable(extension)} are not written. Those of ${Object.values(EXTENSIONS).join(', ')} are, ` +
      'each also with .gz; for another name give --format.',
  );
}

/** UTC of a time with its offset, or of a day's begin in UTC. */
function toInstant(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;
  if (isOffsetIso(time)) return new Date(time).toISOString();
  throw misuse(
    `--since needs a time with its offset such as 2026-03-02T09:00:00+11:00, or a day. Given: "${toPrintable(text)}"`,
  );
}

function misuse(message: string): Failure {
  return new Failure(EXIT.usage, message);
}
