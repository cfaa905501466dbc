import * as v from 'valibot';
import { COLLECTIONS } from '#shared/collections/catalogue.ts';
import { SYNC_FIELDS } from '#shared/collections/collection.ts';
import { isJsonObject, type JsonObject } from '#shared/kernel/json.ts';
import { findIdBreach, findIdProblem, utf8Length, type IdRule } from './document-ids.ts';
import { checkRules, type DocumentRule, type RuleCheck } from './document-rules.ts';
import { toFieldPath, type FieldKeys } from './field-path.ts';

/** Stable codes of schema violations: a missing field, an unknown field, any other invalid value. */
export type SchemaRule = 'required' | 'unknown-field' | 'invalid-value';

/** One reason why a document can't be stored. */
export interface DocumentIssue {
  readonly code: DocumentRule | IdRule | SchemaRule | 'document-too-large';
  /** e.g. `productPrices[0].value`; empty for the document itself. */
  readonly path: string;
  /** A sentence that contains the offending value. */
  readonly message: string;
}

interface Problem {
  readonly code: DocumentIssue['code'];
  readonly keys: FieldKeys;
  readonly message: string;
}

/** Size limit in a collection without a schema. */
export const MAX_FREE_BYTES = 1_048_576;
const MAX_PRODUCT_COLLECTION_BYTES = 262_144;
/** More than anyone reads. */
const MAX_ISSUES = 100;
/** A document that breaks these may contain a BigInt or a cycle, or exceed the stack, so it isn't serialized. */
const UNWRITABLE: readonly DocumentRule[] = ['not-json', 'too-deep'];

/** Schemas of the content; the sync fields are checked by the messages. */
const CONTENT_SCHEMAS = new Map(
  Object.values(COLLECTIONS).map(({ name, schema }) => [name, v.omit(schema, SYNC_FIELDS)]),
);

/**
 * Reasons why a document can't be stored in a collection: one issue per path, in field order, at most 100; empty if it
 * can. `content` excludes `writeId` and `sync`. Collections without a schema only have the document rules.
 */
export function validateDocument(collection: string, content: unknown): readonly DocumentIssue[] {
  const rules = checkRules(content);
  if (!isJsonObject(content)) return toIssues({}, rules.breaches);
  const schema = CONTENT_SCHEMAS.get(collection);
  const maxBytes = schema ? MAX_PRODUCT_COLLECTION_BYTES : MAX_FREE_BYTES;
  const problems = [
    ...findSizeProblems(content, rules, maxBytes),
    ...rules.breaches,
    ...findIdProblems(content['FBUID']),
    ...(schema ? findSchemaProblems(schema, content) : []),
  ];
  return problems.length === 0 ? [] : toIssues(content, problems);
}

/** Keeps the first of several problems at one path: the forbidden name rather than the unknown field. */
function toIssues(content: JsonObject, problems: readonly Problem[]): readonly DocumentIssue[] {
  const issues = new Map<string, DocumentIssue>();
  for (const { code, keys, message } of inFieldOrder(content, problems)) {
    const path = toFieldPath(keys);
    if (!issues.has(path)) issues.set(path, { code, path, message });
  }
  return [...issues.values()].slice(0, MAX_ISSUES);
}

/** Problems of the whole document come first, missing fields last. */
function inFieldOrder(content: JsonObject, problems: readonly Problem[]): readonly Problem[] {
  const places = new Map(Object.keys(content).map((name, place) => [name, place]));
  const placeOf = ({ keys: [name] }: Problem) =>
    name === undefined ? -1 : (places.get(String(name)) ?? places.size);
  return problems.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function findIdProblems(id: unknown): readonly Problem[] {
  const code = findIdBreach(id);
  return code ? [{ code, keys: ['FBUID'], message: findIdProblem(id) ?? '' }] : [];
}

/** Serializes the document only if it may be too large, and never if that could fail. */
function findSizeProblems(content: JsonObject, rules: RuleCheck, maxBytes: number): readonly Problem[] {
  if (rules.maxBytes <= maxBytes || rules.breaches.some(({ code }) => UNWRITABLE.includes(code))) return [];
  const bytes = utf8Length(JSON.stringify(content));
  if (bytes <= maxBytes) return [];
  const message = `The document has ${bytes} bytes; at most ${maxBytes} (${maxBytes / 1024} KiB) are allowed.`;
  return [{ code: 'document-too-large', keys: [], message }];
}

function findSchemaProblems(schema: v.GenericSchema, content: JsonObject): readonly Problem[] {
  const { issues = [], output } = v.safeParse(schema, content, { abortPipeEarly: true });
  return issues
    .slice(0, MAX_ISSUES)
    .flatMap((issue) =>
      issue.path && isUnknownField(issue) ? listUnknownFields(issue.path, output) : [toProblem(issue)],
    );
}

type SchemaIssue = v.BaseIssue<unknown>;

function isUnknownField({ type, expected }: SchemaIssue): boolean {
  return type === 'strict_object' && expected === 'never';
}

/** Valibot reports only the first unknown field of an object, but its output has only the known fields. */
function listUnknownFields(path: readonly v.IssuePathItem[], output: unknown): readonly Problem[] {
  const parents = toKeys(path.slice(0, -1));
  const known = parents.reduce<unknown>((value, key) => (value as JsonObject)[key], output) as object;
  const { input } = path.at(-1) as v.ObjectPathItem;
  const message = 'There is no field of this name.';
  return Object.keys(input)
    .filter((name) => !Object.hasOwn(known, name))
    .slice(0, MAX_ISSUES)
    .map((name) => ({ code: 'unknown-field', keys: [...parents, name], message }));
}

function toProblem(issue: SchemaIssue): Problem {
  const { type, expected, message } = issue;
  const keys = toKeys(issue.path);
  if (type === 'picklist' && message === 'required' && hasValue(issue.input))
    return { code: 'required', keys, message: toSentence(issue) };
  const isMissing = message === 'required' || (type === 'strict_object' && expected !== 'Object');
  if (isMissing) return { code: 'required', keys, message: 'This field is required.' };
  // Valibot's own messages name its types; ours are sentences already.
  return {
    code: 'invalid-value',
    keys,
    message: message.startsWith('Invalid ') ? toSentence(issue) : message,
  };
}

/** What a value of each type of schema is called. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  integer: 'a whole number',
};

function toSentence({ type, expected, received }: SchemaIssue): string {
  const [, sign, limit] = /^([<>])=(\d+)$/.exec(expected ?? '') ?? [];
  if (limit !== undefined) {
    const subject = type.endsWith('_length') ? 'The number of entries' : 'The value';
    return `${subject} is ${received}; it must be at ${sign === '<' ? 'most' : 'least'} ${limit}.`;
  }
  if (type !== 'picklist') return `${received} is not ${KINDS[type] ?? 'a value of the right kind'}.`;
  const choices = expected?.replaceAll(/^\(|"" \| |\)$/g, '').replaceAll(' | ', ', ');
  return `${received} is not one of ${choices}.`;
}

function hasValue(input: unknown): boolean {
  return typeof input === 'string' ? input.trim() !== '' : input !== undefined && input !== null;
}

function toKeys(path: readonly { readonly key: unknown }[] = []): FieldKeys {
  return path.map(({ key }) => (typeof key === 'number' ? key : String(key)));
}
