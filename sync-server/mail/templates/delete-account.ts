import { POLICIES } from '#shared/domain/policies.ts';
import type { PAGES } from '#shared/api/pages.ts';
import { toLetter, toLink, type MailShop, type MailText } from './letter.ts';

const PAGE = '/account/delete' satisfies (typeof PAGES)[number];

/** The link that deletes an account. */
export function deleteAccount(
  facts: { readonly token: string; readonly minutes: number },
  shop: MailShop,
): MailText {
  return {
    subject: 'Delete your account',
    text: toLetter(
      'Someone who is signed in to your Nankeen account asked to delete it.',
      ['Open this link to see what is deleted, and to confirm it:', toLink(shop, PAGE, facts.token)],
      [
        `It works once, for ${facts.minutes / 60} hours. Nothing is deleted before you confirm it there, and nothing can be brought back afterwards.`,
        `Orders stay for ${POLICIES.recordsYears} years, because the law requires it.`,
      ],
      [
        'If you did not ask for it, do not confirm it: your account stays. Someone else is signed in to it, so set a new password now, which signs every browser out:',
        toLink(shop, '/login/reset'),
      ],
    ),
  };
}
