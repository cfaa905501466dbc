import { describe, expect, it } from 'vitest';
import type { Payment } from '#server/payments/payment.ts';
import type { PaymentStore } from '#server/payments/payment-store.ts';

function payment(id: string, changes: Partial<Payment> = {}): Payment {
  return {
    id,
    fingerprint: 'same lines of one device',
    owner: 'device:one',
    status: 'created',
    lines: [{ priceId: 'price_1', productId: 'p', name: 'Pelican Surf', quantity: 2, unitCents: 329_000 }],
    totalCents: 658_000,
    currency: 'AUD',
    mail: 'none',
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

/** The contract of every payment store. `open` returns an empty one. */
export function describePaymentStore(name: string, open: () => PaymentStore): void {
  describe(`payments in ${name}`, () => {
    it('[F71] a payment is stored completely before the provider is called', async () => {
      const store = open();
      expect(await store.claim(payment('a'), 0)).toEqual(payment('a'));
      const attached = await store.attach('a', 'cs_1', withSession('cs_1'));
      expect(await store.findBySession('cs_1')).toEqual(attached);
      expect(attached).toEqual(payment('a', { sessionId: 'cs_1', status: 'open' }));
    });

    it('[F76] a second click finds the first click’s payment, or the newest of several', async () => {
      const store = open();
      await store.claim(payment('a'), 0);
      await store.attach('a', 'cs_1', (current) => ({ ...current, sessionId: 'cs_1', status: 'paid' }));
      await store.claim(payment('b', { createdAt: 2_000 }), 0);
      expect((await store.claim(payment('c', { createdAt: 3_000 }), 1_500)).id).toBe('b');
      expect((await store.claim(payment('d', { createdAt: 9_000 }), 2_001)).id).toBe('d');
      expect((await store.claim(payment('e', { createdAt: 9_500 }), 0)).id).toBe('d');
    });

    it('[F76] payments of other lines and finished ones are not found', async () => {
      const store = open();
      await store.claim(payment('a', { fingerprint: 'other lines' }), 0);
      expect((await store.claim(payment('b'), 0)).id).toBe('b');
      await store.attach('b', 'cs_1', (current) => ({ ...current, sessionId: 'cs_1', status: 'expired' }));
      expect((await store.claim(payment('c'), 0)).id).toBe('c');
    });

    it('[T34] an event is applied once, and its repetition changes nothing', async () => {
      const store = open();
      await store.claim(payment('a'), 0);
      await store.attach('a', 'cs_1', withSession('cs_1'));
      const paid = (current?: Payment): Payment => ({
        ...(current ?? payment('new')),
        status: 'paid',
        mail: 'due',
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
      const store = open();
      const failing = store.applyEvent(event('evt_1'), 'cs_1', () => {
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await store.hasEvent('evt_1')).toBe(false);
    });

    it('[F71] an event before its session is known makes a payment, which is merged into the real one', async () => {
      const store = open();
      await store.claim(payment('a'), 0);
      const early = payment('early', { fingerprint: 'cs_1', sessionId: 'cs_1', status: 'paid' });
      await store.applyEvent(event('evt_1'), 'cs_1', () => early);
      await store.attach('a', 'cs_1', (current, other) => ({
        ...current,
        sessionId: 'cs_1',
        status: other?.status ?? 'open',
      }));
      expect(await store.findBySession('cs_1')).toMatchObject({ id: 'a', status: 'paid' });
    });

    it('[T34] due mails are listed until they are marked as sent', async () => {
      const store = open();
      await store.claim(payment('a', { sessionId: 'cs_1', mail: 'due' }), 0);
      await store.claim(payment('b', { fingerprint: 'b' }), 0);
      expect((await store.listDueMails()).map(({ id }) => id)).toEqual(['a']);
      await store.change('cs_1', (current) => ({ ...current, mail: 'sent' }));
      expect(await store.listDueMails()).toEqual([]);
      expect(await store.change('cs_none', (current) => current)).toBeUndefined();
    });

    it('[F78] open sessions older than a given time are listed, oldest first', async () => {
      const store = open();
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
