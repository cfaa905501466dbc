import { isJsonObject } from '#shared/kernel/json.ts';
import { classifyNumber } from './exact-number.ts';
import type { ImportNotes } from './import-notes.ts';

const NAME = /^projects\/[^/]+\/databases\/[^/]+\/documents\/(?:[^/]+\/[^/]+\/)*[^/]+\/([^/]+)$/;
const KEYS: readonly string[] = ['name', 'fields', 'createTime', 'updateTime'];
/** Above the limit of the document rules, which report depths in between with a path. */
const MAX_DEPTH = 40;

type Fields = Readonly<Record<string, unknown>>;

/** A typed value that cannot be read. */
export class FirestoreMistake extends Error {
  readonly path: string;
  readonly code: 'invalid-firestore' | 'inexact-number' | 'too-deep';
  constructor(path: string, message: string, code: FirestoreMistake['code'] = 'invalid-firestore') {
    super(message);
    this.path = path;
    this.code = code;
  }
}

/** Whether an object is exactly a document of Firestore's REST API (v1). */
export function isFirestoreDocument(value: Fields): boolean {
  const { name, fields } = value;
  return (
    typeof name === 'string' &&
    name.startsWith('projects/') &&
    NAME.test(name) &&
    (fields === undefined || typeof fields === 'object') &&
    Object.keys(value).every((key) => KEYS.includes(key))
  );
}

/**
 * Converts a document to plain content. Without a field FBUID, the last part of its name becomes the id.
 * @throws FirestoreMistake
 */
export function readFirestoreDocument(value: Fields, notes: ImportNotes): Fields {
  const id = NAME.exec(String(value['name']))?.[1];
  const content = new FirestoreReader(notes).readFields(value['fields'] ?? {}, '', 1);
  return Object.hasOwn(content, 'FBUID') ? content : { FBUID: id, ...content };
}

/**
 * Converts typed values. Timestamps, references and bytes become text; a geopoint becomes `{ latitude, longitude }`.
 */
class FirestoreReader {
  private readonly notes: ImportNotes;

  constructor(notes: ImportNotes) {
    this.notes = notes;
  }

  readFields(fields: unknown, path: string, depth: number): Record<string, unknown> {
    if (!isJsonObject(fields))
      throw new FirestoreMistake(path, 'The fields must be an object of typed values.');
    return Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        return [name, this.readValue(value, path === '' ? name : `${path}.${name}`, depth)];
      }),
    );
  }

  private readValue(typed: unknown, path: string, depth: number): unknown {
    if (depth > MAX_DEPTH)
      throw new FirestoreMistake(path, 'Objects and arrays are nested too deeply.', 'too-deep');
    const [entry, ...others] = isJsonObject(typed) ? Object.entries(typed) : [];
    if (!entry || others.length > 0) throw new FirestoreMistake(path, 'A value must have exactly one type.');
    const [type, value] = entry;
    switch (type) {
      case 'nullValue':
        // Some clients write "NULL_VALUE".
        return null;
      case 'booleanValue':
        if (typeof value === 'boolean') return value;
        throw new FirestoreMistake(path, 'true or false is expected here.');
      case 'stringValue':
        return toText(value, path);
      case 'timestampValue':
        return this.countLoss('timestamps as text', toText(value, path));
      case 'referenceValue':
        return this.countLoss('references as text', toText(value, path));
      case 'bytesValue':
        return this.countLoss('byte values as base64 text', toText(value, path));
      case 'integerValue':
        return toInteger(value, path);
      case 'doubleValue':
        return this.readDouble(value, path);
      case 'geoPointValue':
        return toPlace(value, path);
      case 'arrayValue':
        return this.readArray(value, path, depth);
      case 'mapValue':
        return this.readFields(isJsonObject(value) ? (value['fields'] ?? {}) : undefined, path, depth + 1);
      default:
        throw new FirestoreMistake(path, `Firestore has no type "${type}".`);
    }
  }

  private readDouble(value: unknown, path: string): number {
    if (typeof value !== 'number') {
      throw new FirestoreMistake(path, `The number ${String(value)} is not finite.`, 'inexact-number');
    }
    return Number.isSafeInteger(value) ? this.countLoss('whole doubles as integers', value) : value;
  }

  private readArray(value: unknown, path: string, depth: number): unknown[] {
    const values: unknown = isJsonObject(value) ? (value['values'] ?? []) : undefined;
    if (!Array.isArray(values)) throw new FirestoreMistake(path, 'An array must have a list of values.');
    return values.map((entry, index) => this.readValue(entry, `${path}[${index}]`, depth + 1));
  }

  private countLoss<Value>(change: string, value: Value): Value {
    this.notes.countLostType('Firestore', change);
    return value;
  }
}

function toText(value: unknown, path: string): string {
  if (typeof value === 'string') return value;
  throw new FirestoreMistake(path, 'Text is expected here.');
}

function toPlace(value: unknown, path: string): object {
  const { latitude = 0, longitude = 0 } = isJsonObject(value) ? value : {};
  if (typeof latitude === 'number' && typeof longitude === 'number') return { latitude, longitude };
  throw new FirestoreMistake(path, 'A geopoint must have latitude and longitude.');
}

function toInteger(value: unknown, path: string): number {
  const text = String(value);
  if (!/^-?\d{1,19}$/.test(text)) throw new FirestoreMistake(path, `"${text}" is not a whole number.`);
  if (classifyNumber(text) !== 'changed') return Number(text);
  const message = `The number ${text} can't be kept exactly; write it as text.`;
  throw new FirestoreMistake(path, message, 'inexact-number');
}
