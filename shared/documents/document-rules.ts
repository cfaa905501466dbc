import { isJsonObject } from '#shared/kernel/json.ts';

/** The rules every stored document obeys, in whatever collection; the codes are stable. */
export const DOCUMENT_RULES = {
  'not-an-object': 'A document is an object at the top.',
  'empty-field-name': 'Field names are not empty.',
  'reserved-field-name': 'Field names do not both start and end with two underscores.',
  'forbidden-character': 'Field names contain none of ~ * / [ ].',
  'nested-array': 'An array may not stand directly in an array.',
  'latitude-out-of-range': 'A latitude lies between -90 and 90.',
  'longitude-out-of-range': 'A longitude lies between -180 and 180.',
  'too-deep': 'Objects and arrays nest at most 20 deep.',
  'not-a-number': 'Numbers are finite.',
  'lone-surrogate': 'Text is valid Unicode.',
  'not-json': 'Values are text, numbers, true, false, null, objects or arrays.',
} as const;

export type DocumentRule = keyof typeof DOCUMENT_RULES;

export interface RuleBreach {
  readonly rule: DocumentRule;
  /** e.g. `location.geo.coordinates[1]`; empty for the document itself. */
  readonly path: string;
  readonly message: string;
}

const MAX_DEPTH = 20;
const FORBIDDEN_CHARACTER = /[~*/[\]]/;
// The `u` flag pairs surrogates up, so that only a lone one matches.
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Rule a field name breaks, if any. */
export function findFieldNameBreach(name: string): DocumentRule | undefined {
  if (name === '') return 'empty-field-name';
  // `__proto__` is caught here too: it would change an object's prototype on assignment.
  if (isReservedName(name)) return 'reserved-field-name';
  if (FORBIDDEN_CHARACTER.test(name)) return 'forbidden-character';
  if (LONE_SURROGATE.test(name)) return 'lone-surrogate';
  return undefined;
}

/** Whether a name both starts and ends with two underscores; the two may be the same ones. */
export function isReservedName(name: string): boolean {
  return name.startsWith('__') && name.endsWith('__');
}

/** The first rule a document breaks, depth first in field order; `undefined` when it keeps all of them. */
export function findRuleBreach(document: unknown): RuleBreach | undefined {
  if (!isJsonObject(document)) return toBreach('not-an-object', '');
  return findBreachIn(document, '', 1);
}

function findBreachIn(value: unknown, path: string, depth: number): RuleBreach | undefined {
  if (typeof value === 'string')
    return LONE_SURROGATE.test(value) ? toBreach('lone-surrogate', path) : undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : toBreach('not-a-number', path);
  if (value === null || typeof value === 'boolean') return undefined;
  if (typeof value !== 'object') return toBreach('not-json', path);
  if (depth > MAX_DEPTH) return toBreach('too-deep', path);
  if (Array.isArray(value)) return findBreachInArray(value, path, depth);
  // A Date or a Map would lose its content on the way.
  if (Object.prototype.toString.call(value) !== '[object Object]') return toBreach('not-json', path);
  return findBreachInObject(value, path, depth);
}

function findBreachInArray(array: readonly unknown[], path: string, depth: number): RuleBreach | undefined {
  for (const [index, entry] of array.entries()) {
    const entryPath = `${path}[${index}]`;
    if (Array.isArray(entry)) return toBreach('nested-array', entryPath);
    const breach = findBreachIn(entry, entryPath, depth + 1);
    if (breach) return breach;
  }
  return undefined;
}

function findBreachInObject(object: object, path: string, depth: number): RuleBreach | undefined {
  const fields = Object.entries(object);
  for (const [name, value] of fields) {
    const fieldPath = path === '' ? name : `${path}.${name}`;
    const nameBreach = findFieldNameBreach(name);
    if (nameBreach) return toBreach(nameBreach, fieldPath);
    const breach = findBreachIn(value, fieldPath, depth + 1);
    if (breach) return breach;
  }
  return findGeographicBreach(Object.fromEntries(fields), path);
}

/** An object with both `latitude` and `longitude`, or GeoJSON `coordinates` of a point (longitude first), is a place. */
function findGeographicBreach(
  object: Readonly<Record<string, unknown>>,
  path: string,
): RuleBreach | undefined {
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  const { latitude, longitude, coordinates } = object;
  if (typeof latitude === 'number' && typeof longitude === 'number') {
    if (Math.abs(latitude) > 90) return toBreach('latitude-out-of-range', at('latitude'));
    if (Math.abs(longitude) > 180) return toBreach('longitude-out-of-range', at('longitude'));
  }
  if (typeof object['type'] === 'string' && Array.isArray(coordinates)) {
    const [east, north] = coordinates as unknown[];
    if (typeof east === 'number' && Math.abs(east) > 180)
      return toBreach('longitude-out-of-range', at('coordinates[0]'));
    if (typeof north === 'number' && Math.abs(north) > 90)
      return toBreach('latitude-out-of-range', at('coordinates[1]'));
  }
  return undefined;
}

function toBreach(rule: DocumentRule, path: string): RuleBreach {
  return { rule, path, message: DOCUMENT_RULES[rule] };
}
