import * as v from 'valibot';
import { contactSchema } from '#shared/collections/contacts.ts';
import type { EnquiryContent } from '#pwa/data/queries/enquiries.ts';

/** The part of an enquiry that a person writes, validated by the collection's schema. */
export const enquiryContentSchema = v.pick(contactSchema, [
  'contactName',
  'contactEmail',
  'contactPhone',
  'contactCompany',
  'contactMessage',
]);

export const EMPTY_ENQUIRY: EnquiryContent = {
  contactName: '',
  contactEmail: '',
  contactPhone: '',
  contactCompany: '',
  contactMessage: '',
};

export function toEnquiryContent(contact: EnquiryContent): EnquiryContent {
  const { contactName, contactEmail, contactPhone, contactCompany, contactMessage } = contact;
  return { contactName, contactEmail, contactPhone, contactCompany, contactMessage };
}
