import { toLetter, toLink, type MailShop, type MailText } from './letter.ts';

/** For a sign-up with the address of an account. */
export function accountExists(_facts: Record<string, never>, shop: MailShop): MailText {
  return {
    subject: 'You already have a Nankeen account',
    text: toLetter(
      'Someone tried to create a Nankeen account with this address, which already has one. Nothing was changed.',
      ['If that was you, sign in:', toLink(shop, '/login')],
      ['If you have forgotten your password, set a new one:', toLink(shop, '/login/reset')],
      'If it was not you, ignore this message.',
    ),
  };
}
