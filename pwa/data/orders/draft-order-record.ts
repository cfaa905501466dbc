import type { RxJsonSchema } from 'rxdb';
import type { DraftOrderContent } from '#shared/domain/draft-order.ts';

/** A purchase order that isn't confirmed yet, or unconfirmed changes of one. Its id is, or becomes, the order's. */
export interface DraftOrder extends DraftOrderContent {
  readonly id: string;
  /** ISO time with offset. */
  readonly createdAt: string;
  /** Epoch milliseconds. */
  readonly changedAt: number;
}

export const draftOrderSchema: RxJsonSchema<DraftOrder> = {
  title: 'draftOrders',
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 200 },
    createdAt: { type: 'string', maxLength: 40 },
    changedAt: { type: 'number', minimum: 0, maximum: 1e14, multipleOf: 1 },
    role: { type: 'string' },
    engineeringNeeds: { type: 'string' },
    missionType: { type: 'string' },
    lines: { type: 'array', items: { type: 'object', additionalProperties: true } },
  },
  required: ['id', 'createdAt', 'changedAt', 'role', 'engineeringNeeds', 'missionType', 'lines'],
  indexes: ['changedAt'],
};

/** What a confirmed order was when the unconfirmed change of it began. */
export interface OrderBase {
  readonly orderId: string;
  readonly content: DraftOrderContent;
}

export const orderBaseSchema: RxJsonSchema<OrderBase> = {
  title: 'orderBases',
  version: 0,
  primaryKey: 'orderId',
  type: 'object',
  properties: {
    orderId: { type: 'string', maxLength: 200 },
    content: { type: 'object', additionalProperties: true },
  },
  required: ['orderId', 'content'],
};

/** The version number of an order, and the write it belongs to. */
export interface RevisionRecord {
  readonly orderId: string;
  readonly writeId: string;
  readonly revision: number;
}

export const revisionSchema: RxJsonSchema<RevisionRecord> = {
  title: 'revisions',
  version: 0,
  primaryKey: 'orderId',
  type: 'object',
  properties: {
    orderId: { type: 'string', maxLength: 200 },
    writeId: { type: 'string' },
    revision: { type: 'number' },
  },
  required: ['orderId', 'writeId', 'revision'],
};
