import { toJsonSchema } from '@valibot/to-json-schema';
import type { RxJsonSchema } from 'rxdb';
import type { CollectionDefinition } from '#shared/collections/collection.ts';

/** The RxDB schema of a collection, derived from its definition. */
export function toRxSchema<Document>(definition: CollectionDefinition): RxJsonSchema<Document> {
  // Rules JSON Schema can't express, such as a text that isn't blank, are checked before a write and by the server.
  const { properties, required } = toJsonSchema(definition.schema, { errorMode: 'ignore' });
  return {
    title: definition.name,
    version: definition.version,
    primaryKey: 'FBUID',
    type: 'object',
    properties,
    required,
    indexes: definition.indexes,
  } as unknown as RxJsonSchema<Document>;
}
