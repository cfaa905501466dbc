import { isExactNumber } from './exact-number.ts';

/** A value as Firestore's REST interface writes it, e.g. `{ stringValue: 'Recon' }`; one key each. */
export type FirestoreValue = Readonly<Record<string, unknown>>;

// Deeper than a document may nest; the rules name the path of what lies between.
const MAX_DEPTH = 40;

/** Why a typed value isn't taken. */
export class FirestoreMistake extends Error {
  readonly path: string;
  readonly code: 'invalid-firestore' | 'inexact-number' | 'too-deep';
  constructor(path: string, message: string, code: FirestoreMistake['code'] = 'invalid-firestore') {
    super(message);
    this.path = path;
    this.code = code;
  }
}

/** A plain value with its type. Whole numbers that JavaScript keeps exactly are integers, all others doubles. */
export function toFirestoreValue(value: unknown): FirestoreValue {
  if (value === null) return { nullValue: null };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
  }
  if (Array.isArray(value)) {
    return { arrayValue: value.length === 0 ? {} : { values: value.map(toFirestoreValue) } };
  }
  return { mapValue: { fields: toFirestoreFields(value as object) } };
}

export function toFirestoreFields(object: object): Readonly<Record<string, FirestoreValue>> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, toFirestoreValue(value)]));
}

/**
 * The plain values of typed fields. Times, references and bytes become the text they are written as, a place an object
 * with `latitude` and `longitude`.
 * @throws FirestoreMistake
 */
export function fromFirestoreFields(fields: unknown, path = '', depth = 1): Record<string, unknown> {
  if (!isObject(fields)) throw new FirestoreMistake(path, 'The fields are an object of typed values.');
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const below = path === '' ? name : `${path}.${name}`;
      return [name, fromFirestoreValue(value, below, depth)];
    }),
  );
}

function fromFirestoreValue(typed: unknown, path: string, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new FirestoreMistake(path, 'Objects and arrays nest too deep.', 'too-deep');
  const [entry, ...others] = isObject(typed) ? Object.entries(typed) : [];
  if (!entry || others.length > 0) throw new FirestoreMistake(path, 'A value has exactly one type.');
  const [type, value] = entry;
  const read = READERS.get(type);
  if (!read) throw new FirestoreMistake(path, `Firestore has no type "${type}".`);
  return read(value, path, depth);
}

function asText(value: unknown, path: string): string {
  if (typeof value === 'string') return value;
  throw new FirestoreMistake(path, 'A text is expected here.');
}

function readBoolean(value: unknown, path: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new FirestoreMistake(path, 'true or false is expected here.');
}

function readDouble(value: unknown, path: string): number {
  if (typeof value === 'number') return value;
  throw new FirestoreMistake(path, `The number ${String(value)} is not finite.`, 'inexact-number');
}

function readPlace(value: unknown, path: string): object {
  const { latitude = 0, longitude = 0 } = isObject(value) ? value : {};
  if (typeof latitude === 'number' && typeof longitude === 'number') return { latitude, longitude };
  throw new FirestoreMistake(path, 'A place has latitude and longitude.');
}

function readArray(value: unknown, path: string, depth: number): unknown[] {
  const values = isObject(value) ? (value['values'] ?? []) : undefined;
  if (!Array.isArray(values)) throw new FirestoreMistake(path, 'An array has its values.');
  return values.map((entry, index) => fromFirestoreValue(entry, `${path}[${index}]`, depth + 1));
}

function readMap(value: unknown, path: string, depth: number): object {
  return fromFirestoreFields(isObject(value) ? (value['fields'] ?? {}) : undefined, path, depth + 1);
}

function readInteger(value: unknown, path: string): number {
  const text = String(value);
  if (!/^-?\d{1,19}$/.test(text)) throw new FirestoreMistake(path, `"${text}" is no whole number.`);
  if (isExactNumber(text)) return Number(text);
  throw new FirestoreMistake(
    path,
    `The number ${text} can't be kept exactly; write it as text.`,
    'inexact-number',
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Reader = (value: unknown, path: string, depth: number) => unknown;

const READERS = new Map<string, Reader>([
  // Some of its clients write `"NULL_VALUE"`.
  ['nullValue', () => null],
  ['booleanValue', readBoolean],
  ['stringValue', asText],
  ['timestampValue', asText],
  ['referenceValue', asText],
  ['bytesValue', asText],
  ['integerValue', readInteger],
  ['doubleValue', readDouble],
  ['geoPointValue', readPlace],
  ['arrayValue', readArray],
  ['mapValue', readMap],
]);
