import { findCollectionNameProblem } from '#shared/documents/document-ids.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { ImportJobSpec } from '#shared/migration/job-spec.ts';
import type { Plan } from '#shared/migration/plan.ts';

/** Where the documents of a file go, and how they are read and written. An empty string means not chosen. */
export interface ImportChoices extends FileChoices {
  readonly collection: string;
  readonly idField: string;
  readonly mode: ImportJobSpec['mode'];
  readonly onConflict: ImportJobSpec['onConflict'];
}

/** Choices that apply to one file only. */
interface FileChoices {
  readonly format: ImportJobSpec['format'] | '';
  readonly documents: string;
  readonly types: 'text' | 'detect';
  readonly category: string;
  readonly unpublished: 'list' | 'import' | 'skip';
}

/** A choice that the server's response to a file makes necessary. */
export type ImportQuestion = keyof FileChoices | 'collection';

export const NO_FILE_CHOICES: FileChoices = {
  format: '',
  documents: '',
  types: 'text',
  category: '',
  unpublished: 'list',
};

export const AT_FIRST: ImportChoices = {
  ...NO_FILE_CHOICES,
  collection: '',
  idField: '',
  mode: 'upsert',
  onConflict: 'overwrite',
};

/** @param upload id of the uploaded file */
export function toImportSpec(label: string, upload: string, choices: ImportChoices): ImportJobSpec {
  const { collection, mode, onConflict, idField, format, documents, types, category, unpublished } = choices;
  return {
    kind: 'import',
    collection,
    upload,
    label,
    mode,
    // An insert never overwrites: it skips existing documents.
    onConflict: mode === 'insert' ? 'skip' : onConflict,
    ...(idField === '' ? {} : { idField }),
    ...(format === '' ? {} : { format }),
    ...(documents === '' ? {} : { documents }),
    ...(types === 'text' ? {} : { types }),
    ...(category === '' ? {} : { category }),
    ...(unpublished === 'list' ? {} : { unpublished }),
    // The plan lists what can't be imported, and the person decides about it before anything is applied.
    continue: true,
  };
}

/** The choices left open by a plan, or by the refusal to make one. */
export function findQuestions(plan: Plan | undefined, refusal: unknown): readonly ImportQuestion[] {
  if (refusal instanceof AppError) {
    const question = QUESTIONS_BY_REASON[refusal.reason ?? ''];
    return question ? [question] : [];
  }
  const problems = plan?.problems ?? [];
  const format = plan?.import?.format ?? '';
  return [
    ...(format.startsWith('CSV') ? (['types'] as const) : []),
    ...(problems.some(({ path }) => path === 'productCategory') ? (['category'] as const) : []),
    ...(problems.some(({ code }) => code === 'unpublished') ? (['unpublished'] as const) : []),
  ];
}

const QUESTIONS_BY_REASON: Readonly<Record<string, ImportQuestion>> = {
  'shopify-collection': 'collection',
  'unknown-format': 'format',
  'wrapped-documents': 'documents',
  'documents-not-found': 'documents',
};

/** The collection name a file suggests: `meadows.ndjson.gz` → `meadows`; empty if that is no valid name. */
export function suggestCollection(fileName: string): string {
  const [name = ''] = fileName.split('.', 1);
  return findCollectionNameProblem(name) === undefined ? name : '';
}
