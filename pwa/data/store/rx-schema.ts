import { toJsonSchema } from '@valibot/to-json-schema';
import type { RxJsonSchema } from 'rxdb';
import type { CollectionDefinition } from '#shared/collections/collection.ts';

/** The local store's schema of a collection, from its one definition. */
export function toRxSchema<Document>(definition: CollectionDefinition): RxJsonSchema<Document> {
  // Checks that JSON Schema can't say (a text that isn't blank) are made before a write and by the server.
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
