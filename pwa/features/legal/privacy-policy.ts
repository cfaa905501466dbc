import { BROWSER_COOKIE_DAYS, POLICIES } from '#shared/domain/policies.ts';
import type { LegalSection } from './legal-section.ts';

export const PRIVACY_POLICY: readonly LegalSection[] = [
  {
    heading: 'In short',
    paragraphs: [
      'We collect what we need to answer you, to deliver what you bought and to stand by it afterwards. We do not sell it, we show no advertising, and no third party’s scripts, fonts or trackers run in this store. We handle personal information under the Privacy Act 1988 and the Australian Privacy Principles.',
    ],
  },
  {
    heading: 'What we collect',
    paragraphs: ['What you give us, and what the store cannot work without:'],
    points: [
      'Enquiries: your name, email address and message; your phone number and company if you choose to give them.',
      'Orders: what you bought, the email address, name, delivery address and phone number you give with the payment, and the payment’s reference. Your card number stays with the payment provider.',
      'Your cart: a copy of it, each time you change it.',
      'Purchase orders, if you sell for us: the parts, what they are for, and the name you give your device. Our staff see them together.',
      'Accounts: your name, your email address and, if you work for us, your role; a password that we keep only in hashed form, your sign-in with Google, your passkeys and your second factor, as far as you use them; which browsers are signed in, and since when; and the profile you fill in.',
      'Which emails we sent you, and when.',
      'The device: a random installation number, which says what came from this device. It is not tied to you unless you sign in.',
      'The log: requests that our server refused, and security events such as sign-ins, with the network address they came from. Devices and accounts appear in it as coded ids only, and what you write does not appear in it.',
    ],
  },
  {
    heading: 'What your device keeps, and what leaves it',
    paragraphs: [
      'This store works without a connection. To do so it keeps the catalogue, your cart, what you are still writing, your enquiries, your orders, your profile and, if you sell for us, your purchase orders in your browser’s storage.',
    ],
    points: [
      'Your cart is copied to our server as you change it. Once you sign in, the copy belongs to your account: it follows you to your other devices and survives a lost one.',
      'Enquiries, and whatever else you submit, are sent when you submit them; without a connection, as soon as there is one.',
      'What you are still writing stays on the device until then.',
      'Clearing the site’s data in your browser removes what the device keeps, not what was sent. The sync centre shows beforehand whether anything has not been sent yet.',
    ],
  },
  {
    heading: 'Cookies',
    paragraphs: [
      'The store sets cookies only to let you sign in and to protect that. None of them follows what you do, here or on other sites. In your browser their names can begin with “__Host-”.',
    ],
    points: [
      '“nankeen.session_token” keeps you signed in until you log out or the session ends.',
      '“XSRF-TOKEN” shows that a request comes from a page of this store. It goes when you close the browser.',
      `“nankeen.browser” is set when you sign up, log in with your email address or open a link from one of our emails, and lasts ${BROWSER_COOKIE_DAYS} days. It holds a random value that tells your browser from others: somebody who guesses passwords then doesn’t lock you out, and a link we email works as it should in the browser that asked for it. It gives nobody access to your account.`,
      'Signing in with Google, a passkey or a second factor sets one more cookie, for at most ten minutes.',
    ],
  },
  {
    heading: 'What we use it for',
    paragraphs: [
      'To answer enquiries, to deliver orders and notify you about them, to honour the warranty, to meet our duties in tax and aviation law, and to protect the store against misuse. Usage is counted only if you agree, at the foot of this page, without names, and only on our own server.',
    ],
  },
  {
    heading: 'Who else sees it',
    paragraphs: [
      'The carrier that brings your order, the payment provider that takes your payment, the provider that carries our email and, if you choose to sign in with it, Google: each sees what it needs and no more. Google learns that you sign in here, and tells us your name, email address and picture. Authorities see what the law obliges us to show them. If a provider works outside Australia, we choose it so that your information is protected to the same standard.',
    ],
  },
  {
    heading: 'How long we keep it',
    paragraphs: [
      `Records of orders, payments and warranty claims are kept for ${POLICIES.recordsYears} years, because the law requires it. Enquiries that did not become orders are deleted when they are no longer needed to answer you. Deleted enquiries and purchase orders stay in our business records for ${POLICIES.recordsYears} years; after 180 days they no longer belong to an account. Every change to a record is kept in its history for as long as the record is. If you delete your account, your profile, cart and enquiries are erased with their history. Your orders, purchase orders and payments stay without it for ${POLICIES.recordsYears} years, our log of security events stays without your name and address, and backups hold everything until newer ones replace them.`,
    ],
  },
  {
    heading: 'How it is protected',
    paragraphs: [
      'Connections are encrypted, passwords are hashed, access is limited to the staff who need it, and each change is logged with the account that made it. If information about you is lost or disclosed in a way that could harm you, we tell you and the Office of the Australian Information Commissioner.',
    ],
  },
  {
    heading: 'Your rights',
    paragraphs: [
      'Ask us what we hold about you, and we send it to you; signed in, you download it yourself on your account’s page, under “Your data”. Ask us to correct or delete it, and we do, unless the law obliges us to keep it; signed in, you delete your account yourself on the same page. Write to the address at the foot of this page. If our answer does not satisfy you, you can complain to the Office of the Australian Information Commissioner at oaic.gov.au.',
    ],
  },
];
