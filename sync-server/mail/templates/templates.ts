import {
  accountExists,
  address,
  addressChanged,
  deleteAccount,
  passwordChanged,
  reset,
  roleGranted,
  signInMethodChanged,
  verify,
} from './account-mails.ts';
import { backupFailed, diskFull } from './alerts.ts';
import { enquiryReceived, reply, staffNewEnquiry } from './enquiry-mails.ts';
import type { MailShop, MailText } from './letter.ts';
import { orderAccepted, orderConfirmed, orderSent, paymentFailed, refunded } from './order-mails.ts';
import { staffDispute, staffHeld, staffNewOrder, staffRefundFailed } from './staff-order-mails.ts';

/** Every mail of the shop: a pure function from facts, which are plain JSON, to subject and text. */
export const TEMPLATES = {
  verify,
  reset,
  address,
  'delete-account': deleteAccount,
  'account-exists': accountExists,
  'password-changed': passwordChanged,
  'address-changed': addressChanged,
  'sign-in-method-changed': signInMethodChanged,
  'role-granted': roleGranted,
  'order-confirmed': orderConfirmed,
  'payment-failed': paymentFailed,
  'order-accepted': orderAccepted,
  'order-sent': orderSent,
  refunded,
  'enquiry-received': enquiryReceived,
  reply,
  'staff-new-order': staffNewOrder,
  'staff-new-enquiry': staffNewEnquiry,
  'staff-dispute': staffDispute,
  'staff-held': staffHeld,
  'staff-refund-failed': staffRefundFailed,
  'backup-failed': backupFailed,
  'disk-full': diskFull,
};

export type TemplateName = keyof typeof TEMPLATES;
export type FactsOf<Name extends TemplateName> = Parameters<(typeof TEMPLATES)[Name]>[0];

/** A template with its facts. */
export type MailContent = {
  readonly [Name in TemplateName]: { readonly template: Name; readonly facts: FactsOf<Name> };
}[TemplateName];

/** @throws Error for a template that this version does not have */
export function renderMail(template: string, facts: unknown, shop: MailShop): MailText {
  if (!Object.hasOwn(TEMPLATES, template)) throw new Error(`There is no mail template named ${template}.`);
  const render = TEMPLATES[template as TemplateName] as (facts: unknown, shop: MailShop) => MailText;
  return render(facts, shop);
}
