import { toLetter, toLink, toTimeText, type MailShop, type MailText } from './letter.ts';
import type { PAGES } from '#shared/api/pages.ts';
import { POLICIES } from '#shared/domain/policies.ts';

/** Pages that mailed links lead to. */
const LINKED = {
  verify: '/login/verify',
  email: '/account/email',
  delete: '/account/delete',
} satisfies Readonly<Record<string, (typeof PAGES)[number]>>;

/** Asks the person who signed up to confirm the address. */
export function verify(
  facts: { readonly token: string; readonly minutes: number },
  shop: MailShop,
): MailText {
  return {
    subject: 'Confirm your email address',
    text: toLetter(
      'Welcome to Nankeen.',
      ['Open this link to confirm that this address is yours:', toLink(shop, LINKED.verify, facts.token)],
      [
        `It works once, for ${facts.minutes} minutes.`,
        'If you did not create an account, ignore this message: nothing happens.',
      ],
    ),
  };
}

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

/** For the address that an account is to have. */
export function address(
  facts: { readonly token: string; readonly minutes: number },
  shop: MailShop,
): MailText {
  return {
    subject: 'Confirm your new email address',
    text: toLetter(
      'Someone asked to use this address for a Nankeen account.',
      ['Open this link to confirm that the address is yours:', toLink(shop, LINKED.email, facts.token)],
      [
        `It works once, for ${facts.minutes} minutes. Then every browser has to sign in again, with this address.`,
        'If you did not ask for it, ignore this message: nothing happens.',
      ],
    ),
  };
}

/** The link that deletes an account. */
export function deleteAccount(
  facts: { readonly token: string; readonly minutes: number },
  shop: MailShop,
): MailText {
  return {
    subject: 'Delete your account',
    text: toLetter(
      'Someone who is signed in to your Nankeen account asked to delete it.',
      ['Open this link to see what is deleted, and to confirm it:', toLink(shop, LINKED.delete, facts.token)],
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

const ROLES = { staff: 'a member of staff', manager: 'a manager' };

export function roleGranted({ role }: { readonly role: keyof typeof ROLES }, shop: MailShop): MailText {
  return {
    subject: 'You can manage the Nankeen store',
    text: toLetter(
      `You are now ${ROLES[role]} of the Nankeen store.`,
      ['Sign in with this address, or create an account with it:', toLink(shop, '/login')],
      ['Then open:', toLink(shop, '/admin')],
    ),
  };
}
