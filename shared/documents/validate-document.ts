import * as v from 'valibot';
import { findCollection } from '#shared/collections/catalogue.ts';
import { findIdProblem, utf8Length } from './document-ids.ts';
import { findRuleBreach } from './document-rules.ts';

/** One reason why a document can't be stored. */
export interface DocumentIssue {
  /** e.g. `productPrices[0].value`; empty for the document itself. */
  readonly path: string;
  /** `required` for a field that must be filled in, otherwise a sentence. */
  readonly message: string;
}

const MAX_FREE_BYTES = 1_048_576;
const MAX_PRODUCT_COLLECTION_BYTES = 262_144;

/**
 * Why a complete document can't be stored in a collection, one reason a field, in field order; empty when it can.
 * Collections without a schema are held to the document rules alone.
 */
export function validateDocument(collection: string, document: unknown): readonly DocumentIssue[] {
  const breach = findRuleBreach(document);
  if (breach) return [{ path: breach.path, message: breach.message }];
  const idProblem = findIdProblem((document as { FBUID?: unknown }).FBUID);
  if (idProblem) return [{ path: 'FBUID', message: idProblem }];
  const definition = findCollection(collection);
  const maxBytes = definition ? MAX_PRODUCT_COLLECTION_BYTES : MAX_FREE_BYTES;
  if (utf8Length(JSON.stringify(document)) > maxBytes) {
    return [{ path: '', message: `The document is larger than ${maxBytes / 1024} KiB.` }];
  }
  if (!definition) return [];
  const result = v.safeParse(definition.schema, document, { abortPipeEarly: true });
  return result.success ? [] : result.issues.map(toDocumentIssue);
}

function toDocumentIssue(issue: v.BaseIssue<unknown>): DocumentIssue {
  return { path: toPath(issue.path), message: toMessage(issue) };
}

/** The schema library's own words about fields that are missing or too many are not for a person. */
function toMessage({ type, expected, message }: v.BaseIssue<unknown>): string {
  if (type !== 'strict_object') return message;
  if (expected === 'never') return 'There is no field of this name.';
  return expected === 'Object' ? message : 'required';
}

function toPath(items: readonly { key: unknown }[] | undefined): string {
  let path = '';
  for (const { key } of items ?? []) {
    path += typeof key === 'number' ? `[${key}]` : path === '' ? String(key) : `.${String(key)}`;
  }
  return path;
}
