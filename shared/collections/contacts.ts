import * as v from 'valibot';
import { carriedFields, optionalText, requiredText, type CollectionDefinition } from './collection.ts';

export const contactSchema = v.strictObject({
  FBUID: carriedFields.FBUID,
  contactName: requiredText(200),
  contactEmail: requiredText(320),
  contactPhone: optionalText(60),
  contactCompany: optionalText(200),
  contactMessage: requiredText(20_000),
  createdAt: carriedFields.createdAt,
  writeId: carriedFields.writeId,
  sync: carriedFields.sync,
});

export type Contact = v.InferOutput<typeof contactSchema>;

export const contacts = {
  name: 'contacts',
  label: 'enquiry',
  version: 0,
  schema: contactSchema,
  indexes: [['createdAt']],
  access: { audience: 'owner', staffReadAll: true, create: 'anyone', change: 'owner-or-staff' },
  upgrades: {},
} as const satisfies CollectionDefinition;
