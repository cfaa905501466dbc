import { toLetter, type MailShop, type MailText } from './letter.ts';

/** Tells who sent an enquiry that it has come. Quotes nothing: anybody can name any address in an enquiry. */
export function enquiryReceived(_facts: Record<string, never>, shop: MailShop): MailText {
  return {
    subject: 'We have your enquiry',
    text: toLetter(
      'Thank you for your enquiry. A person reads it and answers by email.',
      `Did you not write to us? Then somebody has entered your address by mistake, and you need do nothing. Questions? Write to ${shop.contactEmail}.`,
    ),
  };
}
