import { describe, expect, it } from 'vitest';
import type { MailStore } from '#server/mail/mail-store.ts';
import { toMailRow } from '#server/mail/new-mail.ts';
import type { Payment } from '#server/payments/payment.ts';
import type { PaymentStore } from '#server/payments/payment-store.ts';

export function payment(id: string, changes: Partial<Payment> = {}): Payment {
  return {
    id,
    fingerprint: 'same lines of one device',
    owner: 'device:one',
    status: 'created',
    lines: [{ priceId: 'price_1', productId: 'p', name: 'Pelican Surf', quantity: 2, unitCents: 329_000 }],
    totalCents: 658_000,
    currency: 'AUD',
    createdAt: 1_000,
    ...changes,
  };
}

const event = (id: string) => ({ id, type: 'checkout.session.completed', receivedAt: 5_000 });
const withSession = (sessionId: string) => (current: Payment) => ({
  ...current,
  sessionId,
  status: 'open' as const,
});

export interface OpenedPayments {
  readonly store: PaymentStore;
  readonly mails: MailStore;
}

/** The contract of every payment store. `open` returns an empty one. */
export function describePaymentStore(name: string, open: () => OpenedPayments): void {
  describe(`payments in ${name}`, () => {
    it('[F71] a payment is stored completely before the provider is called', async () => {
      const { store } = open();
      expect(await store.claim(payment('a'), 0)).toEqual(payment('a'));
      const attached = await store.attach('a', 'cs_1', withSession('cs_1'));
      expect(await store.findBySession('cs_1')).toEqual(attached);
      expect(attached).toEqual(payment('a', { sessionId: 'cs_1', status: 'open' }));
    });

    it('[F76] a second click finds the first click’s payment, or the newest of several', async () => {
      const { store } = open();
      await store.claim(payment('a'), 0);
      await store.attach('a', 'cs_1', (current) => ({ ...current, sessionId: 'cs_1', status: 'paid' }));
      await store.claim(payment('b', { createdAt: 2_000 }), 0);
      expect((await store.claim(payment('c', { createdAt: 3_000 }), 1_500)).id).toBe('b');
      expect((await store.claim(payment('d', { createdAt: 9_000 }), 2_001)).id).toBe('d');
      expect((await store.claim(payment('e', { createdAt: 9_500 }), 0)).id).toBe('d');
    });

    it('[F76] payments of other lines and finished ones are not found', async () => {
      const { store } = open();
      await store.claim(payment('a', { fingerprint: 'other lines' }), 0);
      expect((await store.claim(payment('b'), 0)).id).toBe('b');
      await store.attach('b', 'cs_1', (current) => ({ ...current, sessionId: 'cs_1', status: 'expired' }));
      expect((await store.claim(payment('c'), 0)).id).toBe('c');
    });

    it('[T34] an event is applied once, and its repetition changes nothing', async () => {
      const { store } = open();
      await store.claim(payment('a'), 0);
      await store.attach('a', 'cs_1', withSession('cs_1'));
      const paid = (current?: Payment) => ({
        payment: { ...(current ?? payment('new')), status: 'paid' as const },
        mails: [],
      });
      expect(await store.hasEvent('evt_1')).toBe(false);
      const first = await store.applyEvent(event('evt_1'), 'cs_1', paid);
      expect(first).toMatchObject({ isDuplicate: false, payment: { id: 'a', status: 'paid' } });
      expect(await store.hasEvent('evt_1')).toBe(true);
      const second = await store.applyEvent(event('evt_1'), 'cs_1', () => {
        throw new Error('A duplicate must not be decided.');
      });
      expect(second).toMatchObject({ isDuplicate: true, payment: { status: 'paid' } });
    });

    it('[T34] an event whose decision fails is not applied', async () => {
      const { store } = open();
      const failing = store.applyEvent(event('evt_1'), 'cs_1', () => {
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await store.hasEvent('evt_1')).toBe(false);
    });

    it('[F71] an event before its session is known makes a payment, which is merged into the real one', async () => {
      const { store } = open();
      await store.claim(payment('a'), 0);
      const early = payment('early', { fingerprint: 'cs_1', sessionId: 'cs_1', status: 'paid' });
      await store.applyEvent(event('evt_1'), 'cs_1', () => ({ payment: early, mails: [] }));
      await store.attach('a', 'cs_1', (current, other) => ({
        ...current,
        sessionId: 'cs_1',
        status: other?.status ?? 'open',
      }));
      expect(await store.findBySession('cs_1')).toMatchObject({ id: 'a', status: 'paid' });
    });

    it('[ML1] mails are stored in the commit of the payment that causes them, once for each key', async () => {
      const { store, mails } = open();
      await store.claim(payment('a', { sessionId: 'cs_1' }), 0);
      const row = (key: string, to = 'a@example.com') =>
        toMailRow({ key, template: 'account-exists', to, facts: {} }, 5_000);
      await store.applyEvent(event('evt_1'), 'cs_1', (current = payment('new')) => ({
        payment: current,
        mails: [row('first')],
      }));
      await store.change('cs_1', (current) => ({
        payment: current,
        mails: [row('first', 'b@example.com'), row('second')],
      }));
      expect(mails.list({ limit: 10 })).toEqual([row('first'), row('second')]);
      expect(await store.change('cs_none', () => expect.fail('There is no such payment.'))).toBeUndefined();
    });

    it('[PR1] the payments of an owner are listed, oldest first, and those of nobody else', async () => {
      const { store } = open();
      const owner = 'account:ann';
      await store.claim(payment('late', { fingerprint: 'late', owner, createdAt: 2_000 }), 0);
      await store.claim(payment('early', { fingerprint: 'early', owner, createdAt: 1_000 }), 0);
      await store.claim(payment('other', { fingerprint: 'other', owner: 'account:anne' }), 0);
      await store.claim(payment('nobody', { fingerprint: 'nobody', owner: undefined }), 0);
      expect((await store.ownedBy(owner)).map(({ id }) => id)).toEqual(['early', 'late']);
      expect(await store.ownedBy('account:bob')).toEqual([]);
    });

    it('[F78] open sessions older than a given time are listed, oldest first', async () => {
      const { store } = open();
      for (const [id, createdAt] of [
        ['a', 300],
        ['b', 100],
        ['c', 200],
        ['d', 900],
      ] as const) {
        await store.claim(
          payment(id, { fingerprint: id, sessionId: `cs_${id}`, status: 'open', createdAt }),
          0,
        );
      }
      await store.claim(payment('e', { fingerprint: 'e', createdAt: 50 }), 0);
      expect((await store.listOpen(500, 2)).map(({ id }) => id)).toEqual(['b', 'c']);
    });
  });
}
