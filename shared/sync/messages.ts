import * as v from 'valibot';
import type { KnownFields } from '#shared/kernel/known-fields.ts';
import { isErrorCode, type DocumentErrorCode } from '#shared/kernel/document-codes.ts';
import type { WireDocument } from './wire-document.ts';

/** Rows one push may carry, and the bytes its body may have. */
export const MAX_PUSH_ROWS = 100;
export const MAX_PUSH_BYTES = 1_048_576;
/** Documents one page may carry. */
export const MAX_PAGE_DOCUMENTS = 1000;
/** Bounds of a long poll, in seconds. */
export const MIN_POLL_SECONDS = 5;
export const MAX_POLL_SECONDS = 30;
/** Time between two heartbeats of the stream; a reader that hears nothing for twice as long turns to polling. */
export const HEARTBEAT_MS = 15_000;

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(1500));
const writeId = v.pipe(v.string(), v.minLength(1), v.maxLength(64));
const isoTime = v.pipe(v.string(), v.maxLength(40));

export const wireDocumentSchema = v.looseObject({
  FBUID: id,
  writeId: v.optional(v.pipe(v.string(), v.maxLength(64))),
  _deleted: v.optional(v.boolean()),
});

type Schema<Value> = v.GenericSchema<unknown, Value>;
type Content = Readonly<Record<string, unknown>>;

/** Typed as documents are handled: nothing is decided by a sender's `sync` and `createdAt`, so nothing of them is checked. */
const wireDocument = wireDocumentSchema as unknown as Schema<WireDocument>;

/** An earlier local write that the pushed state includes. */
export const trailEntrySchema = v.strictObject({
  writeId,
  /** The device's own time of the write. */
  at: isoTime,
  data: v.object({}),
});
export type TrailEntry = KnownFields<typeof trailEntrySchema>;

/** Of what is free in a row nothing is copied: a row that fits is taken as it came. */
export const pushRowSchema = v.strictObject({
  /** The state the write was made on: its `writeId`, or the whole document where it has none; absent for a create. */
  assumedMasterState: v.optional(v.object({ writeId: v.optional(v.string()) }) as unknown as Schema<Content>),
  newDocumentState: v.object(wireDocumentSchema.entries) as unknown as Schema<WireDocument>,
  /** The device's own time of the pushed write. */
  madeAt: v.optional(isoTime),
  /** Writes between the base and the pushed state, oldest first. */
  trail: v.optional(v.pipe(v.array(trailEntrySchema), v.maxLength(1000))),
});
export type PushRow = KnownFields<typeof pushRowSchema>;

export const pushRequestSchema = v.strictObject({ rows: v.array(v.unknown()) });

export const VERDICTS = ['accepted', 'conflict', 'rejected', 'gone'] as const;
export type VerdictKind = (typeof VERDICTS)[number];

/** What the server says of one pushed write. */
export const verdictSchema = v.looseObject({
  id: v.string(),
  writeId: v.string(),
  verdict: v.picklist(VERDICTS),
  /** The server's present state, where this reader may see it. */
  master: v.optional(wireDocument),
  /** With `conflict`: `writeId` of the newest write of the row's own trail that the master stands on. */
  common: v.optional(v.string()),
  code: v.optional(v.custom<DocumentErrorCode>(isErrorCode)),
  message: v.optional(v.string()),
  path: v.optional(v.string()),
});
export type Verdict = KnownFields<typeof verdictSchema>;

export const pushResponseSchema = v.looseObject({
  verdicts: v.array(verdictSchema),
  /** Checkpoint just below what this push wrote: pull from there once, so that no accepted write's master is missed. */
  rewind: v.optional(v.string()),
});
export type PushResponse = KnownFields<typeof pushResponseSchema>;

/** One page of changes: a page shorter than its limit is the last one. */
export const pullPageSchema = v.looseObject({
  documents: v.array(
    v.looseObject({
      ...wireDocumentSchema.entries,
      evicted: v.optional(v.boolean()),
    }) as unknown as Schema<WireDocument>,
  ),
  checkpoint: v.string(),
});
export type PullPage = KnownFields<typeof pullPageSchema>;

/** Something of a collection came after a sequence; what it is comes by pull. */
export const pokeSchema = v.looseObject({ collection: v.string(), sequence: v.number() });
export type Poke = KnownFields<typeof pokeSchema>;

export const helloSchema = v.looseObject({
  epoch: v.string(),
  sequence: v.number(),
  scope: v.string(),
  /** The collections with something new since the sequence the stream was opened with; absent when that isn't known. */
  changedCollections: v.optional(v.array(v.string())),
});
export type Hello = KnownFields<typeof helloSchema>;

/** The answer of a long poll. */
export const changesSchema = v.looseObject({ ...helloSchema.entries, pokes: v.array(pokeSchema) });

/** Reasons of a whole-request refusal that a device answers by pulling anew in place. */
export const RESET = 'RESET';
export const SCOPE_CHANGED = 'SCOPE_CHANGED';
