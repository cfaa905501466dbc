import { toLetter, toLink, type MailShop, type MailText } from './letter.ts';

/** The link that sets a new password. */
export function reset(facts: { readonly token: string; readonly minutes: number }, shop: MailShop): MailText {
  return {
    subject: 'Set a new password',
    text: toLetter(
      'Someone asked for a new password for the Nankeen account with this address.',
      ['Open this link to choose one:', toLink(shop, '/login/reset', facts.token)],
      [
        `It works once, for ${facts.minutes} minutes. Then every browser has to sign in again.`,
        'If you did not ask for it, ignore this message: your password stays as it is.',
      ],
    ),
  };
}
