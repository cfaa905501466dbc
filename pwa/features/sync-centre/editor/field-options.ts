import { findCollection } from '#shared/collections/catalogue.ts';

/** The values a field may have, where its collection lists them. */
export function optionsOf(collection: string, field: string): readonly string[] | undefined {
  const schema: object | undefined = findCollection(collection)?.schema.entries[field];
  const options: unknown = schema && 'options' in schema ? schema.options : undefined;
  const isList = Array.isArray(options) && options.every((option) => typeof option === 'string');
  return isList ? options : undefined;
}
