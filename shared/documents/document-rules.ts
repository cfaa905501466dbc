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
/** Most field names; nothing can be wrong with one. */
const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9]*$/;
const FORBIDDEN_CHARACTER = /[~*/[\]]/;
// The `u` flag pairs surrogates up, so that only a lone one matches. For browsers of before 2023 alone.
const LONE_SURROGATE = /\p{Surrogate}/u;
const hasOwnTest = 'isWellFormed' in String.prototype;

/** Rule a field name breaks, if any. */
export function findFieldNameBreach(name: string): DocumentRule | undefined {
  if (PLAIN_NAME.test(name)) return undefined;
  if (name === '') return 'empty-field-name';
  // `__proto__` is caught here too: it would change an object's prototype on assignment.
  if (isReservedName(name)) return 'reserved-field-name';
  if (FORBIDDEN_CHARACTER.test(name)) return 'forbidden-character';
  if (isLoneSurrogateIn(name)) return 'lone-surrogate';
  return undefined;
}

/** Whether a name both starts and ends with two underscores; the two may be the same ones. */
export function isReservedName(name: string): boolean {
  return name.startsWith('__') && name.endsWith('__');
}

/** Whether a text is no valid Unicode. */
export function isLoneSurrogateIn(text: string): boolean {
  return hasOwnTest ? !text.isWellFormed() : LONE_SURROGATE.test(text);
}

/** The first rule a document breaks, depth first in field order; `undefined` when it keeps all of them. */
export function findRuleBreach(document: unknown): RuleBreach | undefined {
  const found = isJsonObject(document)
    ? findBreachIn(document, 1)
    : ({ rule: 'not-an-object', keys: [] } as const);
  return found && { rule: found.rule, path: toPath(found.keys), message: DOCUMENT_RULES[found.rule] };
}

/** A breach on its way out; every document is searched, hardly any has one, so only then a path is put together. */
interface Found {
  readonly rule: DocumentRule;
  /** Names and places that lead to it, the innermost first. */
  readonly keys: (string | number)[];
}

function findBreachIn(value: unknown, depth: number): Found | undefined {
  if (typeof value === 'string') return isLoneSurrogateIn(value) ? found('lone-surrogate') : undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : found('not-a-number');
  if (value === null || typeof value === 'boolean') return undefined;
  if (typeof value !== 'object') return found('not-json');
  if (depth > MAX_DEPTH) return found('too-deep');
  if (Array.isArray(value)) return findBreachInArray(value, depth);
  return isPlain(value) ? findBreachInObject(value, depth) : found('not-json');
}

/** A Date or a Map would lose its content on the way. */
function isPlain(value: object): boolean {
  // What `JSON.parse` makes is known at once.
  if (Object.getPrototypeOf(value) === Object.prototype) return true;
  return Object.prototype.toString.call(value) === '[object Object]';
}

function findBreachInArray(array: readonly unknown[], depth: number): Found | undefined {
  for (let index = 0; index < array.length; index++) {
    const entry = array[index];
    const breach = Array.isArray(entry) ? found('nested-array') : findBreachIn(entry, depth + 1);
    if (breach) return below(index, breach);
  }
  return undefined;
}

function findBreachInObject(object: object, depth: number): Found | undefined {
  for (const name of Object.keys(object)) {
    const rule = findFieldNameBreach(name);
    const breach = rule ? found(rule) : findBreachIn((object as Record<string, unknown>)[name], depth + 1);
    if (breach) return below(name, breach);
  }
  return findGeographicBreach(object);
}

/** An object with both `latitude` and `longitude`, or GeoJSON `coordinates` of a point (longitude first), is a place. */
function findGeographicBreach(object: object): Found | undefined {
  const field = (name: string): unknown =>
    Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;
  const latitude = field('latitude');
  const longitude = field('longitude');
  if (typeof latitude === 'number' && typeof longitude === 'number') {
    if (Math.abs(latitude) > 90) return found('latitude-out-of-range', 'latitude');
    if (Math.abs(longitude) > 180) return found('longitude-out-of-range', 'longitude');
  }
  const coordinates = field('coordinates');
  if (Array.isArray(coordinates) && typeof field('type') === 'string') {
    const [east, north] = coordinates as unknown[];
    if (typeof east === 'number' && Math.abs(east) > 180)
      return found('longitude-out-of-range', 0, 'coordinates');
    if (typeof north === 'number' && Math.abs(north) > 90)
      return found('latitude-out-of-range', 1, 'coordinates');
  }
  return undefined;
}

function found(rule: DocumentRule, ...keys: (string | number)[]): Found {
  return { rule, keys };
}

function below(key: string | number, breach: Found): Found {
  breach.keys.push(key);
  return breach;
}

function toPath(keys: readonly (string | number)[]): string {
  return keys.reduceRight<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    return path === '' ? key : `${path}.${key}`;
  }, '');
}
