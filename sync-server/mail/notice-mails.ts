import { createHash } from 'node:crypto';
import type { Contact } from '#shared/collections/contacts.ts';
import type { PaidOrder } from '#shared/collections/orders.ts';
import type { Notice } from '#server/core/document-store.ts';
import type { StoredDocument } from '#server/core/stored-document.ts';
import { isMailAddress } from '#shared/domain/mail-address.ts';
import type { MailRow } from './mail-store.ts';
import { toMailRow } from './new-mail.ts';

const MINUTE_MS = 60_000;
/** Staff get one mail about new enquiries in this time. */
const GATHER_MS = 5 * MINUTE_MS;
/** An address gets one receipt in this time: anybody can name any address. */
const RECEIPT_MS = 20 * MINUTE_MS;

interface MailSettings {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly shopAddress: string | undefined;
}

/** Key of the mail that confirms a payment that was held. */
export const toAcceptedKey = (orderId: string) => `order-accepted:${orderId}`;

/** The mails about a document, queued in the commit that has changed it. None without an address. */
export function toNoticeMails(notice: Notice, settings: MailSettings): readonly MailRow[] {
  const { kind, document } = notice;
  const { now } = settings;
  const about = document.id;
  if (kind === 'enquiry') return toEnquiryMails(document, settings);
  if (kind === 'reply') {
    const { contactEmail: to, contactMessage: message } = document.data as unknown as Contact;
    const facts = { text: notice.reply.text, message };
    // By the reply's id: a reply that is sent again is mailed once.
    const key = `reply:${notice.reply.id}`;
    return isMailAddress(to) ? [toMailRow({ key, template: 'reply', to, about, facts }, now)] : [];
  }
  const order = document.data as unknown as PaidOrder;
  const { orderNumber, orderEmail: to } = order;
  if (to === '') return [];
  if (kind === 'order-accepted') {
    const facts = { orderNumber, id: about, paidCents: order.orderPaidCents, currency: order.orderCurrency };
    return [toMailRow({ key: toAcceptedKey(about), template: kind, to, about, facts }, now)];
  }
  const { orderTracking: tracking } = order;
  // Once with each tracking code, even if staff step back and send it again.
  const code = tracking === '' ? '' : `:${createHash('sha256').update(tracking).digest('hex').slice(0, 32)}`;
  const facts = { orderNumber, tracking };
  return [toMailRow({ key: `order-sent:${about}${code}`, template: 'order-sent', to, about, facts }, now)];
}

function toEnquiryMails({ data, id, owner }: StoredDocument, settings: MailSettings): readonly MailRow[] {
  // What an administrator stores is not new.
  if (owner === undefined) return [];
  const { now, shopAddress } = settings;
  const to = (data as unknown as Contact).contactEmail.trim();
  const mails: MailRow[] = [];
  if (isMailAddress(to)) {
    const name = createHash('sha256').update(to.toLowerCase()).digest('hex').slice(0, 32);
    const key = `enquiry-received:${name}:${Math.floor(now / RECEIPT_MS)}`;
    mails.push(toMailRow({ key, template: 'enquiry-received', to, about: id, facts: {} }, now));
  }
  if (shopAddress !== undefined) {
    const turn = Math.floor(now / GATHER_MS);
    const key = `staff-new-enquiry:${turn}`;
    const row = toMailRow({ key, template: 'staff-new-enquiry', to: shopAddress, facts: { count: 1 } }, now);
    mails.push({ ...row, nextAt: (turn + 1) * GATHER_MS });
  }
  return mails;
}
