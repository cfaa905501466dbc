import type * as v from 'valibot';
import type { DocumentSchema } from '#shared/collections/collection.ts';

/** Whether a value is certainly valid. `false` says nothing: then the schema itself must be asked, which names reasons. */
export type QuickCheck = (value: unknown) => boolean;

type Schema = v.GenericSchema | v.SchemaWithPipe<readonly [v.GenericSchema, ...v.GenericPipeItem[]]>;

/**
 * A schema's answer without its reports: several times as fast, for documents on their way in, of which hardly any is
 * refused. Whatever part of a schema is not known here is never certain.
 */
export function createQuickCheck(schema: DocumentSchema): QuickCheck {
  return toCheck(schema);
}

const UNCERTAIN: QuickCheck = () => false;

function toCheck(schema: Schema): QuickCheck {
  if (!('pipe' in schema)) return toTypeCheck(schema);
  const [first, ...actions] = schema.pipe;
  const checks = [toTypeCheck(first), ...actions.map(toActionCheck)];
  return (value) => checks.every((check) => check(value));
}

function toTypeCheck(schema: v.GenericSchema): QuickCheck {
  switch (schema.type) {
    case 'string':
      return (value) => typeof value === 'string';
    case 'number':
      return (value) => typeof value === 'number' && !Number.isNaN(value);
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'picklist': {
      const { options } = schema as v.PicklistSchema<readonly string[], undefined>;
      return (value) => (options as readonly unknown[]).includes(value);
    }
    case 'nullable': {
      const wrapped = toCheck((schema as v.NullableSchema<v.GenericSchema, undefined>).wrapped);
      return (value) => value === null || wrapped(value);
    }
    case 'array': {
      const item = toCheck((schema as v.ArraySchema<v.GenericSchema, undefined>).item);
      return (value) => Array.isArray(value) && value.every((entry) => item(entry));
    }
    case 'strict_object':
      return toObjectCheck((schema as DocumentSchema).entries as Readonly<Record<string, Schema>>);
    default:
      return UNCERTAIN;
  }
}

/** All fields, valid, and no other one. A field that may be missing is, when it is, for the schema to decide. */
function toObjectCheck(entries: Readonly<Record<string, Schema>>): QuickCheck {
  const checks = new Map(Object.entries(entries).map(([name, schema]) => [name, toCheck(schema)]));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const fields = Object.keys(value);
    if (fields.length !== checks.size) return false;
    return fields.every((name) => checks.get(name)?.((value as Record<string, unknown>)[name]) ?? false);
  };
}

function toActionCheck(action: v.GenericPipeItem): QuickCheck {
  const { kind, type, requirement } = action as { kind: string; type: string; requirement?: unknown };
  if (kind !== 'validation') return UNCERTAIN;
  if (type === 'max_length') return (value) => (value as string).length <= Number(requirement);
  if (type === 'min_length') return (value) => (value as string).length >= Number(requirement);
  if (type === 'max_value') return (value) => Number(value) <= Number(requirement);
  if (type === 'min_value') return (value) => Number(value) >= Number(requirement);
  if (type === 'regex') return (value) => (requirement as RegExp).test(String(value));
  if (typeof requirement !== 'function') return UNCERTAIN;
  const isMet = requirement as (value: unknown) => boolean;
  return (value) => isMet(value);
}
