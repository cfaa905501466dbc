import { toLetter, type MailShop, type MailText, toLink } from './letter.ts';

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

type ReplyFacts = {
  readonly text: string;
  /** What the person had asked. */
  readonly message: string;
};

/** Answers an enquiry in the words of a member of staff. */
export function reply({ text, message }: ReplyFacts, shop: MailShop): MailText {
  return {
    subject: 'Your enquiry to Nankeen',
    text: toLetter(text.trim(), `To go on, write to ${shop.contactEmail}.`, [
      'You wrote:',
      ...message.split(/\r?\n/).map((line) => `> ${line}`),
    ]),
  };
}

/** Tells the shop that somebody waits for an answer. */
export function staffNewEnquiry({ count }: { readonly count: number }, shop: MailShop): MailText {
  const enquiries = count === 1 ? 'A new enquiry' : `${count} new enquiries`;
  return {
    subject: count === 1 ? 'New enquiry' : `${count} new enquiries`,
    text: toLetter(`${enquiries} came in.`, ['Read and answer here:', toLink(shop, '/admin/enquiries')]),
  };
}
