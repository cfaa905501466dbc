import * as v from 'valibot';
import { findCollection } from '#shared/collections/catalogue.ts';
import { SYNC_FIELDS, type CollectionDefinition, type SyncStamp } from '#shared/collections/collection.ts';
import { findIdBreach, findIdProblem, utf8Length, type IdRule } from './document-ids.ts';
import { findRuleBreach, type DocumentRule } from './document-rules.ts';
import { createQuickCheck, type QuickCheck } from './quick-check.ts';

/** Stable codes of what a collection's schema has against a document: a field it lacks, one too many, any other fault. */
export type SchemaRule = 'required' | 'unknown-field' | 'invalid-value';

/** One reason why a document can't be stored. */
export interface DocumentIssue {
  readonly code: DocumentRule | IdRule | SchemaRule | 'document-too-large';
  /** e.g. `productPrices[0].value`; empty for the document itself. */
  readonly path: string;
  /** `required` for a field that must be filled in, otherwise a sentence. */
  readonly message: string;
}

/** Of a document of a collection without a schema. */
export const MAX_FREE_BYTES = 1_048_576;
const MAX_PRODUCT_COLLECTION_BYTES = 262_144;

/**
 * Why a complete document can't be stored in a collection, one reason a field, in field order; empty when it can.
 * Collections without a schema are held to the document rules alone.
 */
export function validateDocument(collection: string, document: unknown): readonly DocumentIssue[] {
  const definition = findCollection(collection);
  const maxBytes = definition ? MAX_PRODUCT_COLLECTION_BYTES : MAX_FREE_BYTES;
  const isCertain = definition !== undefined && quickCheckOf(definition).whole(document) <= maxBytes;
  const breach = isCertain ? undefined : findRuleBreach(document);
  if (breach) return [{ code: breach.rule, path: breach.path, message: breach.message }];
  const id = (document as { FBUID?: unknown }).FBUID;
  const idBreach = findIdBreach(id);
  if (idBreach) return [{ code: idBreach, path: 'FBUID', message: findIdProblem(id) ?? '' }];
  if (isCertain) return [];
  if (mayTake(document) > maxBytes && sizeOf(document as object) > maxBytes) {
    const message = `The document is larger than ${maxBytes / 1024} KiB.`;
    return [{ code: 'document-too-large', path: '', message }];
  }
  if (!definition) return [];
  const result = v.safeParse(definition.schema, document, { abortPipeEarly: true });
  return result.success ? [] : result.issues.map(toDocumentIssue);
}

/** The same of a document whose carried fields are apart from its content, as the server has them. */
export function validateContent(
  collection: string,
  content: Readonly<Record<string, unknown>>,
  carried: { readonly writeId: string; readonly sync: SyncStamp },
): readonly DocumentIssue[] {
  const definition = findCollection(collection);
  if (!definition) return validateDocument(collection, content);
  const check = quickCheckOf(definition);
  const isCertain = check.content(content) + check.carried(carried) <= MAX_PRODUCT_COLLECTION_BYTES;
  // Put together only where that isn't enough: every pushed document would be copied once more.
  if (!isCertain || findIdBreach(content['FBUID'])) {
    return validateDocument(collection, { ...content, ...carried });
  }
  return [];
}

/** Bytes of what is stored: the same on server and device, whose stamps are of different lengths. */
function sizeOf(document: object): number {
  const { writeId: _writeId, sync: _sync, ...content } = document as Record<string, unknown>;
  return utf8Length(JSON.stringify(content));
}

interface Checks {
  readonly whole: QuickCheck;
  readonly content: QuickCheck;
  readonly carried: QuickCheck;
}

const quickChecks = new WeakMap<CollectionDefinition, Checks>();

function quickCheckOf(definition: CollectionDefinition): Checks {
  const known = quickChecks.get(definition);
  if (known) return known;
  const { schema } = definition;
  const checks = {
    whole: createQuickCheck(schema),
    content: createQuickCheck(v.omit(schema, SYNC_FIELDS)),
    carried: createQuickCheck(v.pick(schema, SYNC_FIELDS)),
  };
  quickChecks.set(definition, checks);
  return checks;
}

/** Bytes no JSON text of this value exceeds; found without writing the text, and far from the limits as a rule. */
function mayTake(value: unknown): number {
  // An escape of six characters for every unit, quotes and a comma.
  if (typeof value === 'string') return 6 * value.length + 3;
  if (typeof value !== 'object' || value === null) return 30;
  let bytes = 3;
  if (Array.isArray(value)) for (const entry of value) bytes += mayTake(entry);
  else for (const [name, entry] of Object.entries(value)) bytes += 6 * name.length + 3 + mayTake(entry);
  return bytes;
}

function toDocumentIssue(issue: v.BaseIssue<unknown>): DocumentIssue {
  const message = toMessage(issue);
  const code =
    message === 'required' ? 'required' : issue.expected === 'never' ? 'unknown-field' : 'invalid-value';
  return { code, path: toPath(issue.path), message };
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
