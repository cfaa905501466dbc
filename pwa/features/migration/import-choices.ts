import { findCollectionNameProblem } from '#shared/documents/document-ids.ts';
import { createPlanHash } from '#shared/migration/plan-hash.ts';
import type { ImportJobSpec } from '#shared/migration/job-spec.ts';
import type { FileReport, FileTarget } from '#pwa/data/migration/check-file.ts';
import type { ImportSource } from '#pwa/data/migration/send-import.ts';

/** Where the documents of a file go, and how they are written. */
export interface ImportChoices {
  readonly collection: string;
  /** Empty for the usual ones. */
  readonly idField: string;
  readonly mode: ImportJobSpec['mode'];
  readonly onConflict: ImportJobSpec['onConflict'];
  /** Of products of a table whose own is missing; empty: such are problems. */
  readonly category: string;
  readonly unpublished: 'list' | 'import' | 'skip';
}

export const AT_FIRST: ImportChoices = {
  collection: '',
  idField: '',
  mode: 'upsert',
  onConflict: 'overwrite',
  category: '',
  unpublished: 'list',
};

export function toTarget({ collection, idField, category, unpublished }: ImportChoices): FileTarget {
  return {
    collection,
    ...(idField === '' ? {} : { idField }),
    ...(category === '' ? {} : { category }),
    ...(unpublished === 'list' ? {} : { unpublished }),
  };
}

export function toSource(file: File, choices: ImportChoices, report: FileReport): ImportSource {
  const { collection, idField, mode, onConflict } = choices;
  // Where nothing is written over, what is there already is left.
  const choice = mode === 'insert' ? 'skip' : onConflict;
  const hash = createPlanHash();
  for (const part of [report.fingerprint, mode, choice, idField]) hash.add(part);
  const facts = { label: file.name, fingerprint: hash.digest() };
  const spec = { kind: 'import', collection, mode, onConflict: choice, ...facts } as const;
  return { file, spec, target: toTarget(choices) };
}

/** The collection a file is called after, where it may be called so: `meadows` of `meadows.ndjson.gz`. */
export function suggestCollection(fileName: string): string {
  const [name = ''] = fileName.split('.', 1);
  return findCollectionNameProblem(name) === undefined ? name : '';
}
