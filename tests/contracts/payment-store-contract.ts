import { describe, expect, it } from 'vitest';
import type { MailRow, MailStore } from '#server/mail/mail-store.ts';
import { toMailRow } from '#server/mail/new-mail.ts';
import type { Payment } from '#server/payments/payment.ts';
import type { EventRow, PaymentStore } from '#server/payments/payment-store.ts';

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

export const event = (id: string, changes: Partial<EventRow> = {}): EventRow => ({
  id,
  type: 'checkout.session.completed',
  sessionId: 'cs_1',
  paymentIntent: null,
  source: 'webhook',
  state: 'received',
  attempts: 0,
  receivedAt: 5_000,
  nextAt: 5_000,
  error: null,
  ...changes,
});
const become =
  (changes: Partial<Payment>, mails: readonly MailRow[] = []) =>
  (current?: Payment) => ({ payment: { ...(current ?? payment('new')), ...changes }, mails });

export interface OpenedPayments {
  readonly store: PaymentStore;
  readonly mails: MailStore;
}

/** The contract of every payment store. `open` returns an empty one. */
export function describePaymentStore(
  name: string,
  open: () => OpenedPayments | Promise<OpenedPayments>,
): void {
  describe(`payments in ${name}`, () => {
    it('[F71] a payment is stored completely before the provider is called', async () => {
      const { store } = await open();
      expect(await store.claim(payment('a'), 0)).toEqual(payment('a'));
      const linked = await store.change('a', become({ sessionId: 'cs_1', status: 'open' }));
      expect(await store.findBySession('cs_1')).toEqual(linked);
      expect(await store.find('a')).toEqual(payment('a', { sessionId: 'cs_1', status: 'open' }));
      expect(await store.find('b')).toBeUndefined();
    });

    it('[F76] a second click finds the first click’s payment, or the newest of several', async () => {
      const { store } = await open();
      await store.claim(payment('a'), 0);
      await store.change('a', become({ sessionId: 'cs_1', status: 'paid' }));
      await store.claim(payment('b', { createdAt: 2_000 }), 0);
      expect((await store.claim(payment('c', { createdAt: 3_000 }), 1_500)).id).toBe('b');
      expect((await store.claim(payment('d', { createdAt: 9_000 }), 2_001)).id).toBe('d');
      expect((await store.claim(payment('e', { createdAt: 9_500 }), 0)).id).toBe('d');
    });

    it('[F76] payments of other lines and finished ones are not found', async () => {
      const { store } = await open();
      await store.claim(payment('a', { fingerprint: 'other lines' }), 0);
      expect((await store.claim(payment('b'), 0)).id).toBe('b');
      await store.change('b', become({ sessionId: 'cs_1', status: 'expired' }));
      expect((await store.claim(payment('c'), 0)).id).toBe('c');
      await store.change('c', become({ sessionId: 'cs_2', status: 'open', paidAt: 2_000 }));
      expect((await store.claim(payment('d'), 0)).id).toBe('d');
    });

    it('[T34] [PY1] an event is stored once, and its repetition changes nothing', async () => {
      const { store } = await open();
      expect(await store.addEvent(event('evt_1'))).toBe(true);
      await store.putEvent(event('evt_1', { state: 'applied' }));
      expect(await store.addEvent(event('evt_1', { source: 'list' }))).toBe(false);
      expect(await store.findEvent('evt_1')).toEqual(event('evt_1', { state: 'applied' }));
      expect(await store.findEvent('evt_2')).toBeUndefined();
    });

    it('[PY3] events are counted by how the server got them', async () => {
      const { store } = await open();
      expect(await store.countEvents(0)).toEqual({ webhook: 0, list: 0 });
      await store.addEvent(event('early', { receivedAt: 4_999 }));
      await store.addEvent(event('delivered'));
      await store.addEvent(event('found', { source: 'list' }));
      await store.addEvent(event('found later', { source: 'list', state: 'applied', receivedAt: 9_000 }));
      expect(await store.countEvents(5_000)).toEqual({ webhook: 1, list: 2 });
    });

    it('[PY1] events are due at their time, never tried ones first, and not once they are applied', async () => {
      const { store } = await open();
      expect(await store.nextEventAt()).toBeUndefined();
      await store.addEvent(event('tried', { attempts: 1, nextAt: 1_000 }));
      await store.addEvent(event('new', { nextAt: 2_000 }));
      await store.addEvent(event('later', { nextAt: 9_000 }));
      expect(await store.nextEventAt()).toBe(1_000);
      expect(await store.nextDueEvent(999)).toBeUndefined();
      expect(await store.nextDueEvent(5_000)).toEqual(event('new', { nextAt: 2_000 }));
      await store.putEvent(event('new', { state: 'applied' }));
      expect((await store.nextDueEvent(5_000))?.id).toBe('tried');
      await store.putEvent(event('tried', { state: 'review' }));
      expect(await store.nextDueEvent(5_000)).toBeUndefined();
      expect(await store.nextEventAt()).toBe(9_000);
    });

    it('[PY3] the time up to which the provider’s list was read is kept', async () => {
      const { store } = await open();
      expect(await store.listedUntil()).toBeUndefined();
      await store.setListedUntil(1_000);
      await store.setListedUntil(2_000);
      expect(await store.listedUntil()).toBe(2_000);
    });

    it('[T34] a change whose decision fails stores nothing', async () => {
      const { store } = await open();
      const failing = store.change('a', () => {
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await store.find('a')).toBeUndefined();
      expect(await store.change('a', () => undefined)).toBeUndefined();
      expect(await store.change('new', become({}))).toEqual(payment('new'));
    });

    it('[ML1] mails are stored in the commit of the payment that causes them, once for each key', async () => {
      const { store, mails } = await open();
      await store.claim(payment('a', { sessionId: 'cs_1' }), 0);
      const row = (key: string, to = 'a@example.com') =>
        toMailRow({ key, template: 'account-exists', to, facts: {} }, 5_000);
      await store.change('a', become({}, [row('first')]));
      await store.change('a', become({}, [row('first', 'b@example.com'), row('second')]));
      expect(await mails.list({ limit: 10 })).toEqual([row('first'), row('second')]);
    });

    it('[PR1] the payments of an owner are listed, oldest first, and those of nobody else', async () => {
      const { store } = await open();
      const owner = 'account:ann';
      await store.claim(payment('late', { fingerprint: 'late', owner, createdAt: 2_000 }), 0);
      await store.claim(payment('early', { fingerprint: 'early', owner, createdAt: 1_000 }), 0);
      await store.claim(payment('other', { fingerprint: 'other', owner: 'account:anne' }), 0);
      await store.claim(payment('nobody', { fingerprint: 'nobody', owner: undefined }), 0);
      expect((await store.ownedBy(owner)).map(({ id }) => id)).toEqual(['early', 'late']);
      expect(await store.ownedBy('account:bob')).toEqual([]);
    });

    it('[F78] [PY3] open sessions older than a given time are listed, those looked at long ago first', async () => {
      const { store } = await open();
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
      await store.change(
        'b',
        become({
          ...payment('b'),
          fingerprint: 'b',
          sessionId: 'cs_b',
          status: 'open',
          createdAt: 100,
          lookedAt: 600,
        }),
      );
      expect((await store.listOpen(500, 3)).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    });
  });
}
