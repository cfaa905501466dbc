import { toLetter, toLink, type MailShop, type MailText } from './letter.ts';

/** Tells the shop that somebody waits for an answer. */
export function staffNewEnquiry({ count }: { readonly count: number }, shop: MailShop): MailText {
  const enquiries = count === 1 ? 'A new enquiry' : `${count} new enquiries`;
  return {
    subject: count === 1 ? 'New enquiry' : `${count} new enquiries`,
    text: toLetter(`${enquiries} came in.`, ['Read and answer here:', toLink(shop, '/admin/enquiries')]),
  };
}
