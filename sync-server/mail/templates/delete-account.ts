import { toLetter, toLink, type MailShop, type MailText } from './letter.ts';

/** The link that confirms the deletion of an account. */
export function deleteAccount(
  facts: { readonly token: string; readonly hours: number },
  shop: MailShop,
): MailText {
  return {
    subject: 'Delete your account?',
    text: toLetter(
      'Somebody signed in to your Nankeen account asked to delete it.',
      ['Open this link to delete the account for ever:', toLink(shop, '/account/data', facts.token)],
      [
        `It works once, for ${facts.hours} hours. Until then you can cancel on the same page.`,
        'If you did not ask for it, ignore this message, and set a new password:',
        toLink(shop, '/login/reset'),
      ],
    ),
  };
}
