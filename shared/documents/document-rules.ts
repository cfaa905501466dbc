import { LONE_SURROGATE } from '#shared/kernel/code-points.ts';
import { isJsonObject } from '#shared/kernel/json.ts';
import { quote, type FieldKeys } from './field-path.ts';

/** The rules for every stored document, in every collection. The codes are stable. */
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
  readonly code: DocumentRule;
  readonly keys: FieldKeys;
  /** Describes the breach, including the offending value. */
  readonly message: string;
}

export interface RuleCheck {
  /** In field order, at most 100. */
  readonly breaches: readonly RuleBreach[];
  /** Upper bound of the size of the document's JSON text, usually far above it. */
  readonly maxBytes: number;
}

const MAX_DEPTH = 20;
const MAX_BREACHES = 100;
/** Fast path: matches most field names, and these break no rule. */
const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9]*$/;
const FORBIDDEN_CHARACTER = /[~*/[\]]/;

/** The rule a field name breaks, if any. */
export function findFieldNameBreach(name: string): DocumentRule | undefined {
  if (PLAIN_NAME.test(name)) return undefined;
  if (name === '') return 'empty-field-name';
  // `__proto__` is caught here too: it would change an object's prototype on assignment.
  if (isReservedName(name)) return 'reserved-field-name';
  if (FORBIDDEN_CHARACTER.test(name)) return 'forbidden-character';
  if (LONE_SURROGATE.test(name)) return 'lone-surrogate';
  return undefined;
}

/** Whether a name starts and ends with two underscores, which may overlap. */
export function isReservedName(name: string): boolean {
  return name.startsWith('__') && name.endsWith('__');
}

/** Finds every rule that a document breaks. */
export function checkRules(document: unknown): RuleCheck {
  const walk = new RuleWalk();
  if (isJsonObject(document)) walk.value(document, 1);
  else walk.add('not-an-object', `A document must be an object; this is of type ${typeOf(document)}.`);
  return walk;
}

type Axis = 'latitude' | 'longitude';

const MAX_DEGREES = { latitude: 90, longitude: 180 } as const;
/** GeoJSON puts the longitude first. */
const GEOJSON_AXES: readonly Axis[] = ['longitude', 'latitude'];

class RuleWalk implements RuleCheck {
  readonly breaches: RuleBreach[] = [];
  private readonly keys: (string | number)[] = [];
  private characters = 0;
  private values = 0;

  /** Upper bound: at most six bytes a character (an escape), and thirty a value with its quotes, colon and comma. */
  get maxBytes(): number {
    return 6 * this.characters + 30 * this.values;
  }

  value(value: unknown, depth: number): void {
    this.values += 1;
    if (typeof value === 'string') this.text(value);
    else if (typeof value === 'number') this.number(value);
    else if (typeof value === 'object' && value !== null) this.container(value, depth);
    else if (value !== null && typeof value !== 'boolean') this.addUnstorable(value);
  }

  add(code: DocumentRule, message: string): void {
    if (this.breaches.length < MAX_BREACHES) this.breaches.push({ code, keys: [...this.keys], message });
  }

  private text(text: string): void {
    this.characters += text.length;
    if (LONE_SURROGATE.test(text)) this.add('lone-surrogate', `This text ${describeLoneSurrogate(text)}.`);
  }

  private number(number: number): void {
    if (!Number.isFinite(number)) this.add('not-a-number', `This number is ${number}; it must be finite.`);
  }

  private container(value: object, depth: number): void {
    if (depth > MAX_DEPTH)
      this.add('too-deep', `This is at level ${depth}; objects and arrays nest at most ${MAX_DEPTH} deep.`);
    else if (Array.isArray(value)) this.array(value, depth);
    else if (isPlain(value)) this.object(value as Readonly<Record<string, unknown>>, depth);
    else this.addUnstorable(value);
  }

  private array(array: readonly unknown[], depth: number): void {
    for (let index = 0; index < array.length; index++) {
      const entry = array[index];
      this.keys.push(index);
      if (Array.isArray(entry))
        this.add('nested-array', 'This array is directly inside another array; put it into an object.');
      this.value(entry, depth + 1);
      this.keys.pop();
    }
  }

  private object(object: Readonly<Record<string, unknown>>, depth: number): void {
    for (const name of Object.keys(object)) {
      const value = object[name];
      this.characters += name.length;
      this.keys.push(name);
      const rule = findFieldNameBreach(name);
      if (rule) this.add(rule, describeNameBreach(rule, name));
      if (name === 'latitude' || name === 'longitude') this.place(object, name);
      else if (name === 'coordinates') this.coordinates(object, value);
      this.value(value, depth + 1);
      this.keys.pop();
    }
  }

  /** Checks one coordinate of an object with numeric `latitude` and `longitude`. */
  private place(object: Readonly<Record<string, unknown>>, axis: Axis): void {
    const { latitude, longitude } = object;
    if (typeof latitude === 'number' && typeof longitude === 'number') this.degrees(axis, object[axis]);
  }

  /** Checks the `coordinates` of a GeoJSON point. */
  private coordinates(object: Readonly<Record<string, unknown>>, coordinates: unknown): void {
    if (!Array.isArray(coordinates) || typeof object['type'] !== 'string') return;
    for (const [index, axis] of GEOJSON_AXES.entries()) {
      this.keys.push(index);
      this.degrees(axis, coordinates[index]);
      this.keys.pop();
    }
  }

  private degrees(axis: Axis, value: unknown): void {
    const max = MAX_DEGREES[axis];
    if (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) > max)
      this.add(`${axis}-out-of-range`, `The ${axis} is ${value}; it must be between -${max} and ${max}.`);
  }

  private addUnstorable(value: unknown): void {
    const allowed = 'text, numbers, true, false, null, objects and arrays';
    this.add('not-json', `A value of type ${typeOf(value)} can't be stored; ${allowed} can.`);
  }
}

function describeNameBreach(rule: DocumentRule, name: string): string {
  if (rule === 'empty-field-name') return 'This field has an empty name.';
  const subject = `The field name ${quote(name)}`;
  if (rule === 'reserved-field-name') return `${subject} starts and ends with two underscores.`;
  if (rule === 'lone-surrogate') return `${subject} ${describeLoneSurrogate(name)}.`;
  return `${subject} contains ${FORBIDDEN_CHARACTER.exec(name)?.[0]}, which is not allowed.`;
}

function describeLoneSurrogate(text: string): string {
  const before = text.slice(0, text.search(LONE_SURROGATE));
  return `holds half of a character pair (a lone surrogate) at position ${[...before].length + 1}`;
}

/** False for a Date or Map, which would lose its content as JSON. */
function isPlain(value: object): boolean {
  // Fast path for objects from `JSON.parse`.
  if (Object.getPrototypeOf(value) === Object.prototype) return true;
  return typeOf(value) === 'Object';
}

/** Name of a value's type, such as `Array`, `Date` or `Undefined`. */
export function typeOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}
