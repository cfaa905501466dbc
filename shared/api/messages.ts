import * as v from 'valibot';
import { isJsonObject } from '#shared/kernel/json.ts';

/** `GET /health` */
export const healthSchema = v.looseObject({
  /** `degraded`: nothing can be stored for the moment, reading goes on; `damaged`: both go on, what is stored may not last. */
  status: v.picklist(['ok', 'degraded']),
  reason: v.optional(v.picklist(['disk-full', 'disk-error', 'read-only', 'locked', 'damaged'])),
  version: v.string(),
  sequence: v.number(),
  epoch: v.string(),
});
export type Health = v.InferOutput<typeof healthSchema>;

/** `GET /config`: what the app must know of this server before anybody signs in. */
export const publicConfigSchema = v.looseObject({
  currency: v.string(),
  contactEmail: v.string(),
  dataEndpoint: v.string(),
  production: v.boolean(),
  testPayments: v.boolean(),
});
export type PublicConfig = v.InferOutput<typeof publicConfigSchema>;

/** `GET /analytics/apps/{appId}/webConfig`: how an app counts what is looked at. */
export const webConfigSchema = v.looseObject({ appId: v.string(), measurementId: v.string() });
export type WebConfig = v.InferOutput<typeof webConfigSchema>;

/** `GET /{endpoint}/{collection}/checksum`: what this reader may see, without deleted documents. */
export const checksumSchema = v.looseObject({
  count: v.number(),
  /** As `toChecksum` of `shared/sync/checksum.ts` makes it. */
  digest: v.number(),
  /** The store's newest sequence at that moment. */
  sequence: v.number(),
});

export const authTokenSchema = v.strictObject({
  token: v.string(),
  /** Lifetime such as `604800s`. */
  expiresIn: v.pipe(v.string(), v.regex(/^\d+s$/)),
});
export type AuthToken = v.InferOutput<typeof authTokenSchema>;

export const renewedTokenSchema = v.strictObject({
  ...authTokenSchema.entries,
  /** Takes the place of the one the device has; only for a device that asks for it. */
  refreshToken: v.optional(v.string()),
});
export type RenewedToken = v.InferOutput<typeof renewedTokenSchema>;

/** `POST /installations` */
export const installationSchema = v.looseObject({
  fid: v.string(),
  refreshToken: v.string(),
  authToken: authTokenSchema,
});
export type Installation = v.InferOutput<typeof installationSchema>;

/** `POST /access-code`: the token to call with from now on; `null` when it isn't the code. */
export const accessCodeResponseSchema = v.looseObject({ token: v.nullable(v.string()) });

/** `POST /checkout/sessions` */
export const checkoutSessionSchema = v.looseObject({ id: v.string(), url: v.string() });
export type CheckoutSession = v.InferOutput<typeof checkoutSessionSchema>;

/** What a payment was asked for, with the shop's own prices. */
export const quotedOrderSchema = v.looseObject({
  /** As the confirmation mail names it. */
  reference: v.string(),
  currency: v.string(),
  totalCents: v.number(),
  lines: v.array(
    v.looseObject({
      productId: v.string(),
      name: v.string(),
      quantity: v.number(),
      unitCents: v.number(),
    }),
  ),
});
export type QuotedOrder = v.InferOutput<typeof quotedOrderSchema>;

/** `GET /checkout/sessions/{id}`: whether the payment provider has confirmed it, and what it was for. */
export const checkoutStatusSchema = v.looseObject({
  id: v.string(),
  status: v.picklist(['open', 'paid', 'expired', 'failed', 'refunded', 'unknown']),
  order: v.optional(quotedOrderSchema),
});
export type CheckoutStatus = v.InferOutput<typeof checkoutStatusSchema>;

/** `GET /session`: who the server takes the caller for. */
export const sessionSchema = v.looseObject({
  account: v.nullable(
    v.looseObject({
      id: v.string(),
      email: v.string(),
      name: v.string(),
      emailVerified: v.boolean(),
      /** Address of the account's picture, where it has one. */
      photo: v.nullish(v.string()),
      /** ISO time at which the session ends unless it is used before. */
      expiresAt: v.optional(v.string()),
    }),
  ),
  isStaff: v.boolean(),
});
export type Session = v.InferOutput<typeof sessionSchema>;

/** `POST /claim`, with a device's token and an account's cookie: how many documents went over to the account. */
export const claimResponseSchema = v.looseObject({ claimed: v.number() });

/** `GET /admin/collections` */
export const collectionSummarySchema = v.looseObject({
  name: v.string(),
  documents: v.number(),
  deleted: v.number(),
  history: v.number(),
  bytes: v.number(),
  lastChange: v.nullable(v.string()),
});
export const collectionSummariesSchema = v.looseObject({ collections: v.array(collectionSummarySchema) });
export type CollectionSummary = v.InferOutput<typeof collectionSummarySchema>;

/** `GET /admin/collections/{collection}` */
export const documentTotalsSchema = v.looseObject({
  name: v.string(),
  /** Without deleted ones. */
  documents: v.number(),
  deleted: v.number(),
});
export type DocumentTotals = v.InferOutput<typeof documentTotalsSchema>;

/** `GET /admin/collection-names`: at once, however much they hold. */
export const namedCollectionSchema = v.looseObject({
  name: v.string(),
  /** All of its documents are deleted. */
  isEmpty: v.boolean(),
});
export const namedCollectionsSchema = v.looseObject({ collections: v.array(namedCollectionSchema) });
export type NamedCollection = v.InferOutput<typeof namedCollectionSchema>;

/** One entry of `GET /{endpoint}/{collection}/{id}/history`. */
export const historyEntrySchema = v.looseObject({
  /** ISO time of the write on the server; strictly increasing per document, so it is the entry's key. */
  at: v.string(),
  madeAt: v.nullable(v.string()),
  operation: v.picklist(['create', 'update', 'delete', 'coalesced']),
  writeId: v.string(),
  // Not `looseObject`: its copy lacks fields named `constructor`, `prototype` and `__proto__`.
  data: v.custom<Readonly<Record<string, unknown>>>(isJsonObject),
  updatedAt: v.string(),
  updatedBy: v.string(),
  device: v.nullable(v.string()),
});
export const historyPageSchema = v.looseObject({ entries: v.array(historyEntrySchema) });
export type HistoryEntry = v.InferOutput<typeof historyEntrySchema>;
