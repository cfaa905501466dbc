import type * as v from 'valibot';

/** The fields a schema names, read-only. Omits the unknown fields a loose schema lets through. */
export type KnownFields<Schema extends v.GenericSchema> = Named<v.InferOutput<Schema>>;

type Named<Value> = {
  readonly [Name in keyof Value as string extends Name ? never : Name]: ReadonlyList<Value[Name]>;
};

type ReadonlyList<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;
