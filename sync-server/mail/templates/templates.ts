import { addressChanged, passwordChanged, signInMethodChanged } from './account-changes.ts';
import { accountExists } from './account-exists.ts';
import { address } from './address.ts';
import { backupFailed, diskFull } from './alerts.ts';
import { deleteAccount } from './delete-account.ts';
import { enquiryReceived } from './enquiry-received.ts';
import type { MailShop, MailText } from './letter.ts';
import { orderAccepted } from './order-accepted.ts';
import { orderConfirmed } from './order-confirmed.ts';
import { reset } from './reset.ts';
import { roleGranted } from './role-granted.ts';
import { orderSent } from './order-sent.ts';
import { refunded } from './refunded.ts';
import { reply } from './reply.ts';
import { staffNewEnquiry } from './staff-new-enquiry.ts';
import { staffNewOrder } from './staff-new-order.ts';
import { staffDispute } from './staff-dispute.ts';
import { staffHeld } from './staff-held.ts';
import { staffRefundFailed } from './staff-refund-failed.ts';
import { verify } from './verify.ts';

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
