import { extname } from 'node:path';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import type { Input } from '#cli/io/input.ts';

/** What `--format` may force. `json` is an array, an object with `documents`, or values one after another. */
export const IMPORT_FORMATS = ['ndjson', 'json', 'csv', 'firestore'] as const;
export type ForcedFormat = (typeof IMPORT_FORMATS)[number];

/** `values`: JSON values one after another, such as a single document over several lines. */
export type ImportFormat = 'ndjson' | 'array' | 'documents' | 'values' | 'csv';

const DOCUMENTS = /^\s*\{\s*"documents"\s*:\s*\[/;

/** Finds the format by the first character, then by the file's extension. */
export function findImportFormat(
  { name, head }: Pick<Input, 'name' | 'head'>,
  forced?: ForcedFormat,
): ImportFormat {
  const text = head.toString('utf8').trimStart();
  if (forced === 'csv' || forced === 'ndjson') return forced;
  const extension = extname(name.replace(/\.gz$/i, '')).toLowerCase();
  if (text.startsWith('[')) return 'array';
  if (['.ndjson', '.jsonl'].includes(extension) && forced === undefined) return 'ndjson';
  if (DOCUMENTS.test(text) && !isSeveralLines(text)) return 'documents';
  if (text.startsWith('{')) return isLinePerDocument(text) && forced !== 'json' ? 'ndjson' : 'values';
  if (forced !== undefined) return 'values';
  if (extension === '.csv' || extension === '.tsv') return 'csv';
  if (text === '') return 'ndjson';
  if (extension !== '.json' && isTableHeader(text)) return 'csv';
  throw new Failure(EXIT.invalidInput, `${name} is neither JSON, NDJSON nor CSV.`, {
    hint:
      'JSON begins with [ or {, NDJSON has one document in braces on each line, CSV has field names in its first ' +
      'line. --format says which it is.',
  });
}

/** Whether a document ends on the first line and another one begins on the second. */
function isSeveralLines(text: string): boolean {
  const [first = '', second = ''] = text.split('\n', 2).map((line) => line.trim());
  return first.endsWith('}') && second.startsWith('{');
}

function isLinePerDocument(text: string): boolean {
  if (isSeveralLines(text)) return true;
  const [first = ''] = text.split('\n', 1);
  try {
    JSON.parse(first);
    return true;
  } catch {
    return false;
  }
}

function isTableHeader(text: string): boolean {
  const [first = ''] = text.split('\n', 1);
  return /[,;\t]/.test(first) && !first.startsWith('<');
}
