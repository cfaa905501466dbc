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

/** Validated options of an export. */
export interface ExportPlan {
  readonly isFolder: boolean;
  readonly format: ExportFormat;
  readonly isGzip: boolean;
  readonly query: ExportQuery;
}

/** @throws Failure `usage` for options that contradict each other */
export function toExportPlan(named: readonly string[], options: ExportOptions): ExportPlan {
  const { output, envelope = false, withHistory = false, all = false } = options;
  if (all && named.length > 0) throw misuse('Name collections or use --all, not both.');
  if (!all && named.length === 0) throw misuse('Name a collection, or use --all.');
  const isFolder = all || named.length > 1 || output.endsWith('/');
  const isStream = output === '-';
  if (isFolder && isStream) throw misuse('Several collections need a folder: -o FOLDER.');
  if (isStream && options.json === true) {
    throw misuse(
      'With --json, the result goes to standard output: write the documents to a file with -o FILE.',
    );
  }
  if (!isFolder && !isStream && options.format === undefined) requireKnownExtension(output);
  const format = options.format ?? (isFolder ? 'ndjson' : toExportFormat(output));
  if ((envelope || withHistory) && format !== 'ndjson' && format !== 'json') {
    throw misuse('--envelope and --with-history work only with the formats ndjson and json.');
  }
  const isGzip = options.gzip === true || (!isFolder && output.toLowerCase().endsWith('.gz'));
  return {
    isFolder,
    format,
    isGzip,
    query: { since: toInstant(options.since), withHistory, withEnvelope: envelope },
  };
}

/** Another common extension of NDJSON. */
const OTHER_NAMES = ['.jsonl'];

/** Otherwise `-o notes.xlsx` would write NDJSON without an error. A name without an extension is fine. */
function requireKnownExtension(file: string): void {
  const extension = extname(file.toLowerCase().replace(/\.gz$/, ''));
  const known = [...Object.values(EXTENSIONS), ...OTHER_NAMES];
  if (extension === '' || known.some((one) => one.endsWith(extension))) return;
  throw misuse(
    `The extension ${toPrintable(extension)} is not supported. Use ${Object.values(EXTENSIONS).join(', ')}, ` +
      'each also with .gz, or set --format.',
  );
}

/** ISO time in UTC. A date means its start in UTC. @throws Failure `usage` */
function toInstant(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;
  if (isOffsetIso(time)) return new Date(time).toISOString();
  throw misuse(
    `--since needs a time with an offset such as 2026-03-02T09:00:00+11:00, or a date. Got: "${toPrintable(text)}"`,
  );
}

function misuse(message: string): Failure {
  return new Failure(EXIT.usage, message);
}
