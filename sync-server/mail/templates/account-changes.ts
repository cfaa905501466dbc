import { toLetter, toLink, toTimeText, type MailShop, type MailText } from './letter.ts';

/** What to do about a change that the account's owner did not make. */
function ifNotYou(shop: MailShop): readonly string[] {
  return [
    'If that was not you, set a new password now, which signs every browser out:',
    toLink(shop, '/login/reset'),
    `Then write to ${shop.contactEmail}.`,
  ];
}

export function passwordChanged({ at }: { readonly at: number }, shop: MailShop): MailText {
  return {
    subject: 'Your password was changed',
    text: toLetter(
      `The password of your Nankeen account was changed on ${toTimeText(at)}. Your other browsers were signed out.`,
      ifNotYou(shop),
    ),
  };
}

/** For the earlier address. @param facts.email the address of the account from now on */
export function addressChanged(
  { email, at }: { readonly email: string; readonly at: number },
  shop: MailShop,
): MailText {
  return {
    subject: 'The email address of your account was changed',
    text: toLetter(
      [`Since ${toTimeText(at)} your Nankeen account has another email address:`, email],
      `This address no longer belongs to the account. If that was not you, write to ${shop.contactEmail} at once.`,
    ),
  };
}

const METHODS = {
  google: 'Sign-in with Google',
  passkey: 'A passkey',
  'code-app': 'A code app',
  'recovery-codes': 'A set of recovery codes',
  'second-factor': 'Your second factor',
};

export type MethodFacts = {
  readonly method: keyof typeof METHODS;
  readonly change: 'added' | 'removed';
  readonly at: number;
};

export function signInMethodChanged({ method, change, at }: MethodFacts, shop: MailShop): MailText {
  const moved = change === 'added' ? 'added to' : 'removed from';
  return {
    subject: 'How you sign in was changed',
    text: toLetter(
      `${METHODS[method]} was ${moved} your Nankeen account on ${toTimeText(at)}.`,
      ifNotYou(shop),
    ),
  };
}
