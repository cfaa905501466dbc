import type { Mail } from '#server/mail/mailer.ts';

/** Mail with the link that verifies an address. `url` opens in the shop. */
export function toVerificationMail(email: string, url: string): Mail {
  return {
    to: email,
    subject: 'Confirm your e-mail address',
    text: [
      'Welcome to Nankeen.',
      '',
      'Open this link to confirm that this address is yours:',
      url,
      '',
      'It works for one hour. If you did not create an account, ignore this message and nothing happens.',
      '',
      'Nankeen, Australian drones',
    ].join('\n'),
  };
}
