import * as v from 'valibot';
import { carriedFields, optionalText, requiredText, type CollectionDefinition } from './collection.ts';

export const PURCHASE_ROLES = ['Drone Engineer', 'Drone Pilot', 'Civilian'] as const;
export const ENGINEERING_NEEDS = [
  'Improve radio range',
  'Get around jamming',
  'Fix broken flight controller',
  'Replace GPS or camera module',
] as const;
export const MISSION_TYPES = ['FPV', 'Heavy Payload', 'Recon Drone', 'Scout / Observation'] as const;

/** A component with its name and USD price at the time of the order. */
export const selectedComponentSchema = v.strictObject({
  name: requiredText(200),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000)),
  price: v.pipe(v.number(), v.finite(), v.minValue(0)),
});

export const purchaseOrderSchema = v.strictObject({
  FBUID: carriedFields.FBUID,
  templateImage: optionalText(2_000),
  selectedComponents: v.pipe(v.array(selectedComponentSchema), v.minLength(1), v.maxLength(500)),
  role: v.picklist(PURCHASE_ROLES),
  engineeringNeeds: v.picklist(['', ...ENGINEERING_NEEDS]),
  missionType: v.picklist(['', ...MISSION_TYPES]),
  createdAt: carriedFields.createdAt,
  writeId: carriedFields.writeId,
  sync: carriedFields.sync,
});

export type PurchaseOrder = v.InferOutput<typeof purchaseOrderSchema>;
export type SelectedComponent = v.InferOutput<typeof selectedComponentSchema>;

/** `ukraines` is the specified stored name. Number, date and expiry derive from `createdAt` and are never stored. */
export const purchaseOrders = {
  name: 'ukraines',
  label: 'purchase order',
  version: 0,
  schema: purchaseOrderSchema,
  indexes: [['createdAt']],
  access: { audience: 'owner', staffReadAll: true, create: 'anyone', change: 'owner', gate: 'access-code' },
  upgrades: {},
} as const satisfies CollectionDefinition;
