import { expect, it } from 'vitest';
import { toMailRow } from '#server/mail/new-mail.ts';
import { openMemoryTables } from '../support/memory-tables.ts';
import { describePaymentStore, payment } from './payment-store-contract.ts';

function open() {
  const { payments, mails } = openMemoryTables();
  return { store: payments, mails };
}

describePaymentStore('SQLite', open);

it('[ML1] in SQLite, a payment and its mails are stored together or not at all', async () => {
  const { store, mails } = open();
  await store.claim(payment('a', { sessionId: 'cs_1', status: 'open' }), 0);
  const mail = toMailRow({ key: 'a', template: 'account-exists', to: 'a@example.com', facts: {} }, 5_000);
  const change = store.change('a', (current = payment('a')) => ({
    payment: { ...current, status: 'paid' },
    // The table takes whole numbers only.
    mails: [mail, { ...mail, key: 'b', attempts: 0.5 }],
  }));
  await expect(change).rejects.toThrow('mail.attempts');
  await store.claim(payment('b', { fingerprint: 'b', sessionId: 'cs_2' }), 0);
  const taken = store.change('a', (current = payment('a')) => ({
    payment: { ...current, status: 'paid', sessionId: 'cs_2' },
    mails: [mail],
  }));
  await expect(taken).rejects.toThrow('payment.sessionId');
  expect(await store.findBySession('cs_1')).toMatchObject({ status: 'open' });
  expect(await mails.list({ limit: 10 })).toEqual([]);
});
