import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { Payment } from '#server/payments/payment.ts';
import { canRecord, recordLoad } from './power-cut-recorder.ts';
import { cutPower, type PowerCut } from './power-cuts.ts';
import { SEED, toCount } from './soak-setting.ts';

const IMAGES = toCount('PAYMENT_POWER_CUTS', { suite: 20, soak: 2000 });
const IMAGES_OF_A_RECORDING = 250;
const PAYMENTS = 3;

/** @returns the broken invariants of what a power cut has left */
function checkPayments({ folder, said }: PowerCut): readonly string[] {
  const name = readdirSync(folder).find((file) => file === 'nankeen.sqlite');
  const lines = said.map((line) => line.trim().split(' '));
  if (name === undefined) return lines.length === 0 ? [] : ['the data file is gone'];
  const database = new Database(join(folder, name));
  try {
    const integrity = String(database.pragma('integrity_check', { simple: true }));
    if (integrity !== 'ok') return [`integrity: ${integrity}`];
    const hasTables =
      database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'payment'`).get() !== undefined;
    const list = (statement: string) =>
      hasTables ? database.prepare<[], string>(statement).pluck().all() : [];
    const events = new Set(list(`SELECT id FROM paymentEvent`));
    const mails = new Set(list(`SELECT about FROM mail WHERE template = 'order-confirmed'`));
    const orders = new Set(
      list(`SELECT id FROM head WHERE collection = (SELECT number FROM collection WHERE name = 'orders')`),
    );
    const payments = new Map(
      list(`SELECT data FROM payment`).map((data) => {
        const payment = JSON.parse(data) as Payment;
        return [payment.id, payment];
      }),
    );
    const breaches: string[] = [];
    for (const [word, id = '', refund] of lines) {
      const payment = payments.get(id);
      if (word === 'event' && !events.has(id)) breaches.push(`acknowledged, but lost: event ${id}`);
      if (word === 'order' && !(orders.has(id) && payment)) breaches.push(`lost: order ${id}`);
      if (word === 'refund' && !payment?.refunds?.some((one) => one.id === refund))
        breaches.push(`acknowledged, but lost: refund ${refund} of ${id}`);
    }
    for (const { id, fulfilledAt, isOrderDue = false } of payments.values()) {
      if ((fulfilledAt !== undefined) !== mails.has(id)) breaches.push(`payment or mail alone: ${id}`);
      if (fulfilledAt !== undefined && !orders.has(id) && !isOrderDue)
        breaches.push(`no order is due: ${id}`);
    }
    for (const id of orders) if (!payments.has(id)) breaches.push(`order without a payment: ${id}`);
    return breaches;
  } finally {
    database.close();
  }
}

if (canRecord()) {
  test(`[F05] [PY1] [PY2] [PY4] ${IMAGES} power cuts while people pay and get money back leave every acknowledged event, order and refund (seed ${SEED})`, async () => {
    let cut = 0;
    for (let round = 0; cut < IMAGES; round++) {
      const events = await recordLoad('power-cut-payments-load', [PAYMENTS]);
      const count = Math.min(IMAGES - cut, IMAGES_OF_A_RECORDING);
      const breaches = cutPower(events, { count, seed: SEED + round, check: checkPayments });
      expect(breaches.slice(0, 20), `of recording ${round}, ${breaches.length} in all`).toEqual([]);
      cut += count;
      console.log(`${cut} of ${IMAGES} power cuts, nothing lost (seed ${SEED})`);
    }
  }, 3_600_000);
} else {
  console.info('This machine lets no process record another (strace): power cuts are left out.');
}
