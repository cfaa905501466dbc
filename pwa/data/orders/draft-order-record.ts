import type { RxJsonSchema } from 'rxdb';
import type { DraftOrderContent } from '#shared/domain/draft-order.ts';

/** A purchase order that isn't confirmed yet, or unconfirmed changes of one. Its id is, or becomes, the order's. */
export interface DraftOrder extends DraftOrderContent {
  readonly id: string;
  /** ISO time with offset. */
  readonly createdAt: string;
  /** Epoch milliseconds. */
  readonly changedAt: number;
  /** What the confirmed order was when this change of it began. */
  readonly base?: DraftOrderContent;
}

const ID = { type: 'string', maxLength: 200 };
const TEXT = { type: 'string' };
const OBJECT = { type: 'object', additionalProperties: true };

export const draftOrderSchema: RxJsonSchema<DraftOrder> = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: ID,
    createdAt: TEXT,
    changedAt: { type: 'number', minimum: 0, maximum: 1e14, multipleOf: 1 },
    role: TEXT,
    engineeringNeeds: TEXT,
    missionType: TEXT,
    lines: { type: 'array', items: OBJECT },
    base: OBJECT,
  },
  required: ['id', 'createdAt', 'changedAt', 'role', 'engineeringNeeds', 'missionType', 'lines'],
  indexes: ['changedAt'],
};

/** What only this device notes about an order or draft order. */
export interface OrderNote {
  readonly orderId: string;
  /** For example the customer's name; empty without one. */
  readonly label: string;
  /** The write whose version number is known; empty if none is. */
  readonly writeId: string;
  readonly revision: number;
}

export const MAX_LABEL_LENGTH = 80;

export const orderNoteSchema: RxJsonSchema<OrderNote> = {
  version: 0,
  primaryKey: 'orderId',
  type: 'object',
  properties: {
    orderId: ID,
    label: TEXT,
    writeId: TEXT,
    revision: { type: 'number' },
  },
  required: ['orderId', 'label', 'writeId', 'revision'],
};

/** The version number of an order, and the write it belongs to. */
export type RevisionRecord = Pick<OrderNote, 'orderId' | 'writeId' | 'revision'>;
