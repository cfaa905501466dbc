import { extname } from 'node:path';
import { findCollection } from '#shared/collections/catalogue.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { findWrappedDocuments, parseDocumentsPath, type DocumentsPath } from './documents-path.ts';
import { refuse, type FileBytes } from './file-bytes.ts';

export type FormatChoice = 'ndjson' | 'json' | 'csv' | 'firestore';

/** How the documents are arranged in a file. */
export type FileFormat =
  | { readonly kind: 'lines'; readonly name: string }
  | { readonly kind: 'values'; readonly name: string; readonly path: DocumentsPath }
  | { readonly kind: 'table' };

export interface FormatSettings {
  readonly name: string;
  readonly collection: string;
  readonly format?: FormatChoice | undefined;
  readonly documents?: string | undefined;
  readonly idField?: string | undefined;
}

const DOCUMENTS = /^\{\s*"documents"\s*:\s*\[/;
/** The name of a Firestore document, which comes early in its text. */
const FIRESTORE = /"name"\s*:\s*"projects\/[^"/]+\/databases\/[^"/]+\/documents\/[^"]/;

/**
 * Detects the format from the settings, the first characters and the file's extension, in this order.
 * @throws AppError `invalid-argument` for an unknown format, or for one object that wraps the documents
 */
export function findFormat({ head }: FileBytes, settings: FormatSettings): FileFormat {
  const text = head.toString('utf8').trimStart();
  const format = findLayout(text, settings);
  if (format.kind === 'table') return format;
  const isFirestore = FIRESTORE.test(text);
  const isPage = format.kind === 'values' && format.path[0] === 'documents';
  const name = !isFirestore ? format.name : isPage ? 'Firestore' : `Firestore, ${format.name}`;
  return { ...format, name };
}

function findLayout(text: string, settings: FormatSettings): FileFormat {
  const { name, format, documents } = settings;
  const extension = extname(name.replace(/\.gz$/i, '')).toLowerCase();
  if (documents !== undefined) {
    return { kind: 'values', name: `JSON, documents in ${documents}`, path: parseDocumentsPath(documents) };
  }
  if (format === 'csv') return { kind: 'table' };
  // couchbackup writes an array of documents on each line.
  if (format === 'ndjson' && !text.startsWith('[')) return NDJSON;
  const [first = '', second = ''] = text.split('\n', 2).map((line) => line.trim());
  if (text.startsWith('[')) {
    const isSeveral = second.startsWith('[') && isJson(first);
    return { kind: 'values', name: isSeveral ? 'JSON arrays' : 'JSON array', path: ['[]'] };
  }
  if (['.ndjson', '.jsonl'].includes(extension) && format === undefined) return NDJSON;
  if (text.startsWith('{')) {
    if (first.endsWith('}') && second.startsWith('{')) return NDJSON;
    if (DOCUMENTS.test(text)) {
      return { kind: 'values', name: 'JSON object with documents', path: ['documents', '[]'] };
    }
    const path = findWrappedDocuments(text, fieldsOfDocuments(settings));
    if (path !== undefined) throw refuseWrapper(name, path);
    return format === undefined && isJson(first) ? NDJSON : JSON_VALUES;
  }
  if (format !== undefined) return JSON_VALUES;
  if (extension === '.csv' || extension === '.tsv') return { kind: 'table' };
  if (text === '') return NDJSON;
  if (extension !== '.json' && isTableHeader(first)) return { kind: 'table' };
  const message =
    `${name} is neither JSON, NDJSON nor CSV. JSON begins with [ or {, NDJSON has one document in braces on each line, ` +
    'CSV has field names in its first line. Choose the format with --format.';
  throw refuse('unknown-format', message);
}

const NDJSON: FileFormat = { kind: 'lines', name: 'NDJSON' };
/** Documents one after another, in any layout. */
const JSON_VALUES: FileFormat = { kind: 'values', name: 'JSON', path: [] };

function refuseWrapper(name: string, path: string): Error {
  const message =
    `${name} is one object that holds the documents. --documents '${path}' reads them; to import the object itself as ` +
    'one document, give it an FBUID.';
  return new AppError('invalid-argument', message, { reason: 'wrapped-documents', path });
}

/** Fields that only a document has, apart from the usual id fields. */
function fieldsOfDocuments({ collection, idField }: FormatSettings): readonly string[] {
  const fields = Object.keys(findCollection(collection)?.schema.entries ?? {});
  return idField === undefined ? fields : [...fields, idField, idField.split('.')[0] ?? ''];
}

function isTableHeader(first: string): boolean {
  return /[,;\t]/.test(first) && !first.startsWith('<');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
