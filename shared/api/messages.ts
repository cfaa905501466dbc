import * as v from 'valibot';
import { ROLES } from '#shared/access/actor.ts';
import { GST_RULES } from '#shared/domain/order-totals.ts';
import { NO_SELLER } from '#shared/domain/seller.ts';
import { isJsonObject } from '#shared/kernel/json.ts';

/** `GET /health` */
export const healthSchema = v.looseObject({
  /** `degraded`: writes fail for now, reads work. With the reason `damaged` both work, but stored data may be lost. */
  status: v.picklist(['ok', 'degraded']),
  reason: v.optional(
    v.picklist(['disk-full', 'disk-error', 'read-only', 'locked', 'unreachable', 'standby', 'damaged']),
  ),
  version: v.string(),
  sequence: v.number(),
  epoch: v.string(),
});
export type Health = v.InferOutput<typeof healthSchema>;

/** `GET /ready`: 200 while writes are stored, otherwise 503 with the reason of the health. */
export const readySchema = v.looseObject({ status: v.literal('ready') });

/** `GET /config`: the settings the app needs before sign-in. */
export const publicConfigSchema = v.looseObject({
  currency: v.string(),
  contactEmail: v.string(),
  /** Settings stored by an earlier version have neither. */
  seller: v.optional(v.object({ name: v.string(), address: v.string(), abn: v.string() }), NO_SELLER),
  gstRule: v.optional(v.picklist(GST_RULES), 'specified'),
  /** Origins that pages may show pictures from; settings stored by an earlier version have none. */
  pictureOrigins: v.optional(v.array(v.string()), []),
  /** ISO 3166 codes of the countries that the shop delivers to; settings stored by an earlier version have none. */
  deliveryCountries: v.optional(v.array(v.string()), []),
  dataEndpoint: v.string(),
  production: v.boolean(),
  testPayments: v.boolean(),
  /** Whether sign-in with Google is set up; settings stored by an earlier version don't say. */
  googleSignIn: v.optional(v.boolean(), false),
});
export type PublicConfig = v.InferOutput<typeof publicConfigSchema>;

/** `GET /analytics/apps/{appId}/webConfig`: how the app counts page views. */
export const webConfigSchema = v.looseObject({ appId: v.string(), measurementId: v.string() });
export type WebConfig = v.InferOutput<typeof webConfigSchema>;

/** `GET /{endpoint}/{collection}/checksum`: over the documents the caller may read, without deleted ones. */
export const checksumSchema = v.looseObject({
  count: v.number(),
  /** See `toChecksum` in `shared/sync/checksum.ts`. */
  digest: v.number(),
  /** The store's newest sequence when the checksum was computed. */
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
  /** Replaces the device's refresh token; sent only to a device that asks for it. */
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

/** `POST /access-code`: the token for later calls; `null` if the code is wrong. */
export const accessCodeResponseSchema = v.looseObject({ token: v.nullable(v.string()) });

/** `POST /checkout/sessions` */
export const checkoutSessionSchema = v.looseObject({
  id: v.string(),
  url: v.string(),
  /** What the payment page asks for. */
  totalCents: v.optional(v.number()),
});
export type CheckoutSession = v.InferOutput<typeof checkoutSessionSchema>;

/** The order a payment was requested for, with the shop's own prices. */
export const quotedOrderSchema = v.looseObject({
  /** As in the confirmation mail: `toOrderNumber`. */
  orderNumber: v.string(),
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

/** `processing`: a payment that takes days is on its way. `held`: paid, but not what was quoted, so a person decides. */
export const CHECKOUT_STATUSES = [
  'open',
  'processing',
  'held',
  'paid',
  'expired',
  'failed',
  'refunded',
  'unknown',
] as const;

/** `GET /checkout/sessions/{id}`: whether the payment provider has confirmed the payment, and its order. */
export const checkoutStatusSchema = v.looseObject({
  id: v.string(),
  status: v.picklist(CHECKOUT_STATUSES),
  order: v.optional(quotedOrderSchema),
  /** The confirmation mail: not needed without an address, about to be sent, or sent. Absent without a payment. */
  mail: v.optional(v.picklist(['none', 'due', 'sent'])),
});
export type CheckoutStatus = v.InferOutput<typeof checkoutStatusSchema>;

/** `GET /session`: the caller's identity. */
export const sessionSchema = v.looseObject({
  account: v.nullable(
    v.looseObject({
      id: v.string(),
      email: v.string(),
      name: v.string(),
      emailVerified: v.boolean(),
      /** URL of the account's picture, if it has one. */
      photo: v.nullish(v.string()),
      /** ISO time at which the session ends unless it is used earlier. */
      expiresAt: v.optional(v.string()),
    }),
  ),
  /** Of the account; absent without one, and in a session that an earlier version of the app stored. */
  role: v.optional(v.picklist(ROLES)),
  isStaff: v.boolean(),
  /** ISO time until which the person needn't give another proof of identity; absent if one is needed. */
  isConfirmedUntil: v.optional(v.string()),
  /** Absent without an account, and in a session that an earlier version of the app stored. */
  hasPassword: v.optional(v.boolean()),
  /** ISO time since when the account signs in with Google; absent if it doesn't. */
  googleSince: v.optional(v.string()),
  /** Whether the account has a code app. */
  hasCodeApp: v.optional(v.boolean()),
  hasPasskey: v.optional(v.boolean()),
  /** What the account has to do before it has the rights of its role. */
  needs: v.optional(v.picklist(['second-factor-enrolment'])),
});
export type Session = v.InferOutput<typeof sessionSchema>;

/** `POST /account/verify/link` and `/account/reset/link`: what this browser has to do with the link. */
export const mailedLinkSchema = v.looseObject({
  email: v.string(),
  /** The browser that signed up only confirms; any other one chooses a new password. */
  needsPassword: v.boolean(),
});
export type MailedLink = v.InferOutput<typeof mailedLinkSchema>;

/** `POST /claim`, with a device's token and an account's cookie: the number of documents moved to the account. */
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

/** `GET /admin/collection-names`: fast, regardless of the collections' size. */
export const namedCollectionSchema = v.looseObject({
  name: v.string(),
  /** Whether all of its documents are deleted. */
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
export const historyPageSchema = v.looseObject({
  entries: v.array(historyEntrySchema),
  /** Whether there are older entries, though there are fewer than were asked for: the next would exceed 2 MiB. */
  isCut: v.optional(v.boolean()),
});
export type HistoryEntry = v.InferOutput<typeof historyEntrySchema>;
