import { describe, expect, it } from 'vitest';
import { purchaseOrderSchema } from '#shared/collections/purchase-orders.ts';
import * as v from 'valibot';
import {
  EMPTY_DRAFT_ORDER,
  isOrderQuantity,
  setComponentQuantity,
  takeLines,
  toggleComponent,
  toOrderContent,
  toDraftOrderContent,
  toDraftOrderTitle,
} from './draft-order.ts';

const MOTOR = { name: '6007 Lift Motor', price: 148 };
const RADIO = { name: '10 km IP Mesh Radio', price: 1280 };

const twoLines = toggleComponent(toggleComponent(EMPTY_DRAFT_ORDER, MOTOR), RADIO);

describe('a draft order of a purchase order', () => {
  it('[R-PCK-05] selecting a component adds one of it in catalogue order; selecting it again removes it', () => {
    expect(twoLines.lines).toEqual([
      { ...RADIO, quantity: 1 },
      { ...MOTOR, quantity: 1 },
    ]);
    expect(toggleComponent(twoLines, RADIO).lines).toEqual([{ ...MOTOR, quantity: 1 }]);
  });

  it('[R-VAL-11] quantities are whole numbers from 1; any other changes nothing', () => {
    expect(setComponentQuantity(twoLines, MOTOR.name, 12).lines[1]).toEqual({ ...MOTOR, quantity: 12 });
    for (const quantity of [0, -1, 1.5, Number.NaN, 100_001]) {
      expect(isOrderQuantity(quantity)).toBe(false);
      expect(setComponentQuantity(twoLines, MOTOR.name, quantity)).toBe(twoLines);
    }
    expect(setComponentQuantity(twoLines, 'FPV Goggles', 3).lines).toEqual(twoLines.lines);
  });

  it('[R-PCK-02] [R-PCK-03] [R-PCK-04] an order contains only the answer to its role’s question', () => {
    const answered = {
      ...twoLines,
      engineeringNeeds: 'Get around jamming',
      missionType: 'Recon Drone',
    } as const;
    const answers = (role: 'Drone Engineer' | 'Drone Pilot' | 'Civilian') => {
      const order = toOrderContent({ ...answered, role });
      return [order.engineeringNeeds, order.missionType];
    };
    expect(answers('Drone Engineer')).toEqual(['Get around jamming', '']);
    expect(answers('Drone Pilot')).toEqual(['', 'Recon Drone']);
    expect(answers('Civilian')).toEqual(['', '']);
  });

  it('[R-ENT-19] its order is valid in the collection and converts back to a draft order', () => {
    const order = toOrderContent({ ...twoLines, role: 'Civilian' });
    const carried = { FBUID: 'one', createdAt: '2026-03-02T20:00:00.000+11:00', writeId: 'w' };
    const sync = { sequence: 0, acknowledged: '', updatedAt: '', updatedBy: '' };
    expect(v.safeParse(purchaseOrderSchema, { ...order, ...carried, sync }).success).toBe(true);
    expect(toDraftOrderContent(order)).toEqual({ ...twoLines, role: 'Civilian' });
  });

  it('[R-CST-06] a changed order keeps its original prices, also of components no longer in the catalogue', () => {
    const made = {
      ...EMPTY_DRAFT_ORDER,
      lines: [
        { name: 'Motor of last year', quantity: 2, price: 9 },
        { ...MOTOR, quantity: 4, price: 140 },
      ],
    };
    const changed = takeLines(made, [
      { ...MOTOR, quantity: 6 },
      { ...RADIO, quantity: 1 },
    ]);
    expect(changed.lines).toEqual([
      { ...RADIO, quantity: 1 },
      { ...MOTOR, quantity: 6, price: 140 },
      { name: 'Motor of last year', quantity: 2, price: 9 },
    ]);
  });

  it('is titled after its most expensive line', () => {
    expect(toDraftOrderTitle(EMPTY_DRAFT_ORDER)).toBe('Nothing selected yet');
    expect(toDraftOrderTitle(toggleComponent(EMPTY_DRAFT_ORDER, MOTOR))).toBe('6007 Lift Motor');
    expect(toDraftOrderTitle(setComponentQuantity(twoLines, MOTOR.name, 10))).toBe(
      '6007 Lift Motor and 1 more',
    );
  });
});
