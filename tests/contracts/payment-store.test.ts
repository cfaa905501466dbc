import { expect, it } from 'vitest';
import { toMailRow } from '#server/mail/new-mail.ts';
import { createSqliteMails } from '#server/stores/sqlite/mail-table.ts';
import { createSqlitePaymentStore } from '#server/stores/sqlite/payment-store.ts';
import { openDatabase } from '#server/stores/sqlite/open-database.ts';
import { createMemoryMails } from '../support/memory-mails.ts';
import { createMemoryPaymentStore } from '../support/memory-payments.ts';
import { describePaymentStore, payment } from './payment-store-contract.ts';

function openSqlite() {
  const { writer } = openDatabase(':memory:');
  return { store: createSqlitePaymentStore(writer), mails: createSqliteMails(writer) };
}

describePaymentStore('memory', () => {
  const mails = createMemoryMails();
  return { store: createMemoryPaymentStore(mails), mails };
});
describePaymentStore('SQLite', openSqlite);

it('[ML1] in SQLite, a payment and its mails are stored together or not at all', async () => {
  const { store, mails } = openSqlite();
  await store.claim(payment('a', { sessionId: 'cs_1', status: 'open' }), 0);
  const mail = toMailRow({ key: 'a', template: 'account-exists', to: 'a@example.com', facts: {} }, 5_000);
  const change = store.change('cs_1', (current) => ({
    payment: { ...current, status: 'paid' },
    // The table takes whole numbers only.
    mails: [mail, { ...mail, key: 'b', attempts: 0.5 }],
  }));
  await expect(change).rejects.toThrow('mail.attempts');
  await store.claim(payment('b', { fingerprint: 'b', sessionId: 'cs_2' }), 0);
  const taken = store.change('cs_1', (current) => ({
    payment: { ...current, status: 'paid', sessionId: 'cs_2' },
    mails: [mail],
  }));
  await expect(taken).rejects.toThrow('payment.sessionId');
  expect(await store.findBySession('cs_1')).toMatchObject({ status: 'open' });
  expect(mails.list({ limit: 10 })).toEqual([]);
});
