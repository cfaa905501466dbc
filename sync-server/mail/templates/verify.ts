import type { PAGES } from '#shared/api/pages.ts';
import { toLetter, toLink, type MailShop, type MailText } from './letter.ts';

const PAGE = '/login/verify' satisfies (typeof PAGES)[number];

/** Asks the person who signed up to confirm the address. */
export function verify(
  facts: { readonly token: string; readonly minutes: number },
  shop: MailShop,
): MailText {
  return {
    subject: 'Confirm your email address',
    text: toLetter(
      'Welcome to Nankeen.',
      ['Open this link to confirm that this address is yours:', toLink(shop, PAGE, facts.token)],
      [
        `It works once, for ${facts.minutes} minutes.`,
        'If you did not create an account, ignore this message: nothing happens.',
      ],
    ),
  };
}
