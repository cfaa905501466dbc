import * as v from 'valibot';
import { isJsonObject } from '#shared/kernel/json.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import { route } from './routes.ts';

/** `GET /admin/overview`: what staff look at first. */
const overviewSchema = v.looseObject({
  /** Enquiries and purchase orders of the last seven days. */
  enquiries: v.number(),
  purchaseOrders: v.number(),
  /** Writes that the server refused and keeps the content of. */
  refusedWrites: v.number(),
  /** Mails that could not be sent. */
  mailsNotSent: v.number(),
  /** Files whose pictures are not made yet. */
  filesWaiting: v.number(),
  /** Views of product pages in the last seven days. */
  productViews: v.number(),
});
export type Overview = v.InferOutput<typeof overviewSchema>;

/**
 * `GET /admin/deleted/{collection}`: deleted documents with their last content, newest first. The time and author in
 * `sync` are the deletion's, whose history entry restores the document.
 */
const deletedSchema = v.looseObject({
  documents: v.array(v.custom<WireDocument>(isJsonObject)),
  /** For `before` of the next page; `null` on the last one. */
  next: v.nullable(v.number()),
});

/** `GET /{endpoint}/{collection}/{id}/exists`: whether an id is taken, also by a deleted document. */
const existsSchema = v.looseObject({ exists: v.boolean(), deleted: v.boolean() });

/** Calls of the staff's screens, which shoppers don't load. */
export const BACK_OFFICE_ROUTES = {
  overview: route('GET', '/admin/overview', overviewSchema),
  deleted: route('GET', '/admin/deleted/{collection}', deletedSchema),
  exists: route('GET', '/{endpoint}/{collection}/{id}/exists', existsSchema),
} as const;
