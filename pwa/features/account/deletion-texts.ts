import { POLICIES } from '#shared/domain/policies.ts';

const { recordsYears } = POLICIES;

/** What deleting an account does, by heading. */
export const DELETION: readonly (readonly [heading: string, points: readonly string[]])[] = [
  [
    'What is deleted',
    [
      'Your account: name, address, role, password, second factor and sign-in with Google.',
      'Your profile, your cart and your enquiries, with every earlier version, also for our staff.',
      'Pictures that only you use.',
      'What waits to be sent for the account, on every device, and changes that the server refused.',
      'Our list of emails to you.',
    ],
  ],
  [
    'What stays, and why',
    [
      `Orders with the name and address they went to, purchase orders and payments: ${recordsYears} years, because the law requires it. They no longer belong to an account.`,
      'If you are staff, what you wrote for everybody, such as products. It no longer names you.',
      'Backups hold all of this until newer ones replace them. If one is restored, we delete your data again.',
      'Our log of security events, without your name and address.',
      'Enquiries that you sent while signed out, on a device where you never signed in.',
    ],
  ],
  [
    'On other devices',
    [
      'They are signed out at once, and remove what they hold of the account the next time they are connected.',
    ],
  ],
];
