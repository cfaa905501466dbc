import * as v from 'valibot';
import { carriedFields, optionalText, requiredText, type CollectionDefinition } from './collection.ts';

export const templateSchema = v.strictObject({
  FBUID: carriedFields.FBUID,
  templateName: requiredText(200),
  templateImage: optionalText(2_000),
  createdAt: carriedFields.createdAt,
  writeId: carriedFields.writeId,
  sync: carriedFields.sync,
});

export type Template = v.InferOutput<typeof templateSchema>;

export const templates = {
  name: 'templates',
  label: 'template',
  version: 0,
  schema: templateSchema,
  indexes: [['templateName']],
  access: { audience: 'public', staffReadAll: true, create: 'staff', change: 'staff' },
  upgrades: {},
} as const satisfies CollectionDefinition;
