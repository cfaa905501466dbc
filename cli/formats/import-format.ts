import { extname } from 'node:path';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import type { Input } from '#cli/io/input.ts';

/** `values`: JSON values one after another, such as a single document over several lines. */
export type ImportFormat = 'ndjson' | 'array' | 'values' | 'csv';

/** Finds the format by the first character, then by the file's extension. */
export function findImportFormat({ name, head }: Pick<Input, 'name' | 'head'>): ImportFormat {
  const text = head.toString('utf8').trimStart();
  const extension = extname(name).toLowerCase();
  if (text.startsWith('[')) return 'array';
  if (['.ndjson', '.jsonl'].includes(extension)) return 'ndjson';
  if (text.startsWith('{')) return isLinePerDocument(text) ? 'ndjson' : 'values';
  if (extension === '.csv' || extension === '.tsv') return 'csv';
  if (text === '') return 'ndjson';
  if (extension !== '.json' && isTableHeader(text)) return 'csv';
  throw new Failure(EXIT.invalidInput, `${name} is neither JSON, NDJSON nor CSV.`, {
    hint: 'JSON begins with [ or {, NDJSON has one document in braces on each line, CSV has field names in its first line.',
  });
}

function isLinePerDocument(text: string): boolean {
  const [first = '', second = ''] = text.split('\n', 2).map((line) => line.trim());
  if (first.endsWith('}') && second.startsWith('{')) return true;
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
