import { expect, test } from 'vitest';
import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import { toOrdersCsv, toOrdersJson } from './order-export.ts';

const order: PurchaseOrder = {
  FBUID: 'Kd82mQx01LpZ7vTaYb4c',
  templateImage: '',
  selectedComponents: [
    { name: '6007 Lift Motor', quantity: 4, price: 148 },
    { name: '=HYPERLINK("x"), "a"', quantity: 1, price: 2.86 },
  ],
  role: 'Drone Engineer',
  engineeringNeeds: 'Get around jamming',
  missionType: '',
  createdAt: '2026-11-21T12:15:00.000+11:00',
  writeId: 'w',
  sync: { sequence: 1, acknowledged: 'w', updatedAt: '', updatedBy: '' },
};

test('[R-REV-03] orders are exported as CSV with a row per line, and no text runs as a formula', () => {
  expect(toOrdersCsv([{ order, status: 'Confirmed' }]).split('\r\n')).toEqual([
    'PO number,Reference,Id,Date,Expiry,Status,Role,Engineering needs,Mission type,Component,Quantity,Unit price USD,Line total USD,Order total USD',
    'PO-700000,Yb4c,Kd82mQx01LpZ7vTaYb4c,2026-11-21,2026-12-05,Confirmed,Drone Engineer,Get around jamming,,6007 Lift Motor,4,148.00,592.00,594.86',
    'PO-700000,Yb4c,Kd82mQx01LpZ7vTaYb4c,2026-11-21,2026-12-05,Confirmed,Drone Engineer,Get around jamming,,"\'=HYPERLINK(""x""), ""a""",1,2.86,2.86,594.86',
    '',
  ]);
});

test('[R-CAL-21] orders are exported as documents that the command line imports', () => {
  const json = toOrdersJson([{ order, status: 'Confirmed' }]);
  const { writeId: _writeId, sync: _sync, ...content } = order;
  expect(JSON.parse(json)).toEqual([content]);
});
