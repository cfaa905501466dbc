import type * as v from 'valibot';
import type { DocumentSchema } from '#shared/collections/collection.ts';
import { findFieldNameBreach, isLoneSurrogateIn } from './document-rules.ts';

/**
 * The most bytes a value that is certainly valid may take as JSON, and `Infinity` for every other one. That says nothing
 * yet: then rules and schema must be asked, which name reasons.
 */
export type QuickCheck = (value: unknown) => number;

type Schema = v.GenericSchema | v.SchemaWithPipe<readonly [v.GenericSchema, ...v.GenericPipeItem[]]>;

/**
 * The answer of a schema and of the document rules without their reports, in one pass: several times as fast, for
 * documents on their way in, of which hardly any is refused. Whatever part of a schema is not known here is never certain.
 */
export function createQuickCheck(schema: DocumentSchema): QuickCheck {
  return toCheck(schema, MAX_LEVELS);
}

/** Far from the rules' own limit, which so needs no counting. */
const MAX_LEVELS = 10;
const UNCERTAIN: QuickCheck = () => Infinity;
/** Of a number, `false` or `null`, with its comma. */
const SCALAR_BYTES = 30;
/** Brackets or quotes, and a comma. */
const FRAME_BYTES = 3;
/** Every unit may need an escape of as many characters. */
const UNIT_BYTES = 6;

function toCheck(schema: Schema, levels: number): QuickCheck {
  if (!('pipe' in schema)) return toTypeCheck(schema, levels);
  const [first, ...actions] = schema.pipe;
  if (first.type === 'string' && actions.every(isLength)) return toTextCheck(actions);
  return actions.reduce(
    (check: QuickCheck, action) => {
      const isMet = toActionCheck(action);
      return (value) => {
        const bytes = check(value);
        return bytes < Infinity && isMet(value) ? bytes : Infinity;
      };
    },
    toTypeCheck(first, levels),
  );
}

type Length = v.MaxLengthAction<string, number, undefined> | v.MinLengthAction<string, number, undefined>;

function isLength(action: v.GenericPipeItem): action is Length {
  return action.type === 'max_length' || action.type === 'min_length';
}

/** Most of a document is texts of a limited length: one call each, and not one for every action. */
function toTextCheck(lengths: readonly Length[]): QuickCheck {
  const required = (type: Length['type']) =>
    lengths.filter((action) => action.type === type).map(({ requirement }) => requirement);
  const shortest = Math.max(0, ...required('min_length'));
  const longest = Math.min(Infinity, ...required('max_length'));
  return (value) => {
    if (typeof value !== 'string' || value.length > longest || value.length < shortest) return Infinity;
    return isLoneSurrogateIn(value) ? Infinity : UNIT_BYTES * value.length + FRAME_BYTES;
  };
}

function toTypeCheck(schema: v.GenericSchema, levels: number): QuickCheck {
  switch (schema.type) {
    case 'string':
      return toTextCheck([]);
    case 'number':
      return (value) => (Number.isFinite(value) ? SCALAR_BYTES : Infinity);
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? SCALAR_BYTES : Infinity);
    case 'picklist': {
      const { options } = schema as v.PicklistSchema<readonly string[], undefined>;
      const longest = Math.max(...options.map((option) => UNIT_BYTES * String(option).length + FRAME_BYTES));
      return (value) => ((options as readonly unknown[]).includes(value) ? longest : Infinity);
    }
    case 'nullable': {
      const wrapped = toCheck((schema as v.NullableSchema<v.GenericSchema, undefined>).wrapped, levels);
      return (value) => (value === null ? SCALAR_BYTES : wrapped(value));
    }
    case 'array':
      return toArrayCheck((schema as v.ArraySchema<v.GenericSchema, undefined>).item, levels - 1);
    case 'strict_object':
      return toObjectCheck(
        (schema as DocumentSchema).entries as Readonly<Record<string, Schema>>,
        levels - 1,
      );
    default:
      return UNCERTAIN;
  }
}

function toArrayCheck(schema: Schema, levels: number): QuickCheck {
  // No array stands directly in another one.
  if (levels === 0 || schema.type === 'array') return UNCERTAIN;
  const item = toCheck(schema, levels);
  return (value) => {
    if (!Array.isArray(value)) return Infinity;
    let bytes = FRAME_BYTES;
    for (const entry of value) bytes += item(entry);
    return bytes;
  };
}

/** Names that may make a place of an object, which has rules of its own. */
const GEOGRAPHIC: readonly string[] = ['latitude', 'longitude', 'coordinates'];

/** All fields, valid, and no other one. A field that may be missing is, when it is, for the schema to decide. */
function toObjectCheck(entries: Readonly<Record<string, Schema>>, levels: number): QuickCheck {
  const names = Object.keys(entries);
  if (levels === 0 || names.some((name) => findFieldNameBreach(name) ?? GEOGRAPHIC.includes(name)))
    return UNCERTAIN;
  const checks = Object.values(entries).map((schema) => toCheck(schema, levels));
  const ownBytes = names.reduce(
    (bytes, { length }) => bytes + UNIT_BYTES * length + FRAME_BYTES,
    FRAME_BYTES,
  );
  return (value) => {
    if (typeof value !== 'object' || value === null || !isPlainObject(value)) return Infinity;
    // With as many fields as there are names, and one of each name, there is no other one.
    if (Object.keys(value).length !== names.length) return Infinity;
    let bytes = ownBytes;
    for (let index = 0; index < names.length; index++) {
      const name = names[index] as string;
      bytes += (checks[index] as QuickCheck)((value as Record<string, unknown>)[name]);
    }
    return bytes;
  };
}

/** As `JSON.parse` makes them; whatever else an object may be is not known here. */
function isPlainObject(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype;
}

function toActionCheck(action: v.GenericPipeItem): (value: unknown) => boolean {
  const { kind, type, requirement } = action as { kind: string; type: string; requirement?: unknown };
  if (kind !== 'validation') return () => false;
  if (type === 'max_length') return (value) => (value as string).length <= Number(requirement);
  if (type === 'min_length') return (value) => (value as string).length >= Number(requirement);
  if (type === 'max_value') return (value) => Number(value) <= Number(requirement);
  if (type === 'min_value') return (value) => Number(value) >= Number(requirement);
  if (type === 'regex') return (value) => (requirement as RegExp).test(String(value));
  if (typeof requirement !== 'function') return () => false;
  return requirement as (value: unknown) => boolean;
}
