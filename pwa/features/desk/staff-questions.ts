/** An action that is asked about before it is done. */
export interface Asked {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly run: () => Promise<unknown>;
  readonly done: string;
}

export function toWithdrawal(email: string, run: Asked['run']): Asked {
  return {
    title: 'Withdraw the role?',
    text: `${email} becomes a customer. What only staff may see leaves the devices of the account at their next contact.`,
    action: 'Withdraw',
    run,
    done: `${email} has no role any more.`,
  };
}

export function toSignOut(email: string, run: Asked['run']): Asked {
  return {
    title: 'Sign this account out everywhere?',
    text: `All sessions of ${email} end. The person can sign in again, with the password.`,
    action: 'Sign out',
    run,
    done: `${email} is signed out everywhere.`,
  };
}

export function toRemoval(email: string, run: Asked['run']): Asked {
  return {
    title: 'Remove the second factor?',
    text: `For a person who has lost passkeys, code app and recovery codes. Make sure that it is the person who asks. All sessions of ${email} end, and the role counts again once there is a new second factor.`,
    action: 'Remove',
    run,
    done: `${email} has no second factor any more, and gets an email about it.`,
  };
}

export function toDisabling(email: string, run: Asked['run']): Asked {
  return {
    title: 'Disable this account?',
    text: `${email} is signed out everywhere and can’t sign in any more, until a manager enables the account. Its orders and enquiries are kept.`,
    action: 'Disable account',
    run,
    done: `${email} is disabled.`,
  };
}

export function toSignOutOfAll(run: Asked['run']): Asked {
  return {
    title: 'Sign everybody out?',
    text: 'All sessions of all accounts end, only yours goes on. Everybody has to sign in again. What they have not sent yet stays on their devices.',
    action: 'Sign everybody out',
    run,
    done: 'All other sessions have ended.',
  };
}
