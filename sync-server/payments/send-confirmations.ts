import type { Log } from '#server/log.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { toConfirmationMail } from './confirmation-mail.ts';
import type { PaymentStore } from './payment-store.ts';

export interface ConfirmationsOptions {
  readonly store: PaymentStore;
  readonly mailer: Mailer;
  readonly contactEmail: string;
  readonly log: Log;
}

/** Sends all due mails; a failed mail stays due. */
export type SendConfirmations = () => Promise<void>;

export function createConfirmations({
  store,
  mailer,
  contactEmail,
  log,
}: ConfirmationsOptions): SendConfirmations {
  /** Sessions whose mail is being sent, so concurrent calls do not send it twice. */
  const underWay = new Set<string>();

  return async () => {
    for (const payment of await store.listDueMails()) {
      const { sessionId } = payment;
      const mail = toConfirmationMail(payment, contactEmail);
      if (sessionId === undefined || mail === undefined || underWay.has(sessionId)) continue;
      underWay.add(sessionId);
      try {
        await mailer.send(mail);
        await store.change(sessionId, (current) => ({ ...current, mail: 'sent' }));
      } catch (err) {
        log.error({ payment: payment.id, err }, 'confirmation mail not sent; it stays due');
      } finally {
        underWay.delete(sessionId);
      }
    }
  };
}
