import { isJsonObject } from '#shared/kernel/json.ts';
import { classifyNumber } from './exact-number.ts';
import type { ImportNotes } from './import-notes.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Converts MongoDB's typed values (Extended JSON, canonical and relaxed) to plain ones. Values without a plain form
 * stay objects and are counted.
 * @returns the same object when it has no typed values
 */
export function readMongoDocument(document: Fields, notes: ImportNotes): Fields {
  return readFields(document, notes);
}

function readValue(value: unknown, notes: ImportNotes): unknown {
  if (Array.isArray(value)) {
    const entries = value.map((entry) => readValue(entry, notes));
    return entries.some((entry, index) => entry !== value[index]) ? entries : value;
  }
  if (!isJsonObject(value)) return value;
  const [name, ...others] = Object.keys(value);
  if (name?.startsWith('$') !== true || others.length > 0) return readFields(value, notes);
  const read = READERS.get(name);
  const plain = read?.(value[name], notes);
  if (plain !== undefined) return plain;
  if (read || KEPT.includes(name)) notes.countLostType('MongoDB', `${name} values as objects`);
  return value;
}

function readFields(object: Fields, notes: ImportNotes): Fields {
  let isChanged = false;
  const fields = Object.keys(object).map((name) => {
    const plain = readValue(object[name], notes);
    isChanged ||= plain !== object[name];
    return [name, plain] as const;
  });
  return isChanged ? Object.fromEntries(fields) : object;
}

/** @returns `undefined` for values that are not Extended JSON after all or have no plain form */
type Reader = (value: unknown, notes: ImportNotes) => unknown;

const KEPT: readonly string[] = [
  '$timestamp',
  '$regularExpression',
  '$regex',
  '$code',
  '$minKey',
  '$maxKey',
  '$undefined',
  '$dbPointer',
];

const READERS = new Map<string, Reader>([
  ['$oid', asText('ObjectIds as text')],
  ['$uuid', asText('UUIDs as text')],
  ['$symbol', asText('symbols as text')],
  ['$numberDecimal', asText('decimal numbers as text')],
  ['$numberInt', toInteger],
  ['$numberLong', toInteger],
  ['$numberDouble', toDouble],
  ['$date', toDate],
  ['$binary', toBase64],
]);

function asText(change: string): Reader {
  return (value, notes) => {
    if (typeof value !== 'string') return undefined;
    notes.countLostType('MongoDB', change);
    return value;
  };
}

function toInteger(value: unknown, notes: ImportNotes): unknown {
  const text = String(value);
  if (!/^-?\d{1,19}$/.test(text)) return undefined;
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number === 0 ? 0 : number;
  notes.countLostType('MongoDB', 'long integers as text');
  return text;
}

function toDouble(value: unknown): unknown {
  const text = String(value);
  return /^-?\d/.test(text) && classifyNumber(text) !== 'changed' ? Number(text) : undefined;
}

/** ISO text, or milliseconds as `{"$numberLong":"…"}` or, in old exports, as a number. */
function toDate(value: unknown, notes: ImportNotes): unknown {
  const text =
    typeof value === 'string' ? value : toIsoTime(isJsonObject(value) ? value['$numberLong'] : value);
  if (text !== undefined) notes.countLostType('MongoDB', 'dates as text');
  return text;
}

function toIsoTime(milliseconds: unknown): string | undefined {
  const time = new Date(typeof milliseconds === 'string' ? Number(milliseconds) : (milliseconds as number));
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

function toBase64(value: unknown, notes: ImportNotes): unknown {
  const base64 = isJsonObject(value) ? value['base64'] : value;
  if (typeof base64 !== 'string') return undefined;
  notes.countLostType('MongoDB', 'binary values as base64 text');
  return base64;
}
