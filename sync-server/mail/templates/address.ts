import type { PAGES } from '#shared/api/pages.ts';
import { toLetter, toLink, type MailShop, type MailText } from './letter.ts';

const PAGE = '/account/email' satisfies (typeof PAGES)[number];

/** For the address that an account is to have. */
export function address(
  facts: { readonly token: string; readonly minutes: number },
  shop: MailShop,
): MailText {
  return {
    subject: 'Confirm your new email address',
    text: toLetter(
      'Someone asked to use this address for a Nankeen account.',
      ['Open this link to confirm that the address is yours:', toLink(shop, PAGE, facts.token)],
      [
        `It works once, for ${facts.minutes} minutes. Then every browser has to sign in again, with this address.`,
        'If you did not ask for it, ignore this message: nothing happens.',
      ],
    ),
  };
}
