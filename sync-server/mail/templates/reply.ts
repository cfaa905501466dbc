import { toLetter, type MailShop, type MailText } from './letter.ts';

export type ReplyFacts = {
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
