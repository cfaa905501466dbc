import * as v from 'valibot';
import { isOffsetIso } from '#shared/kernel/clock.ts';
import { LONE_SURROGATE } from '#shared/kernel/code-points.ts';
import type { KnownFields } from '#shared/kernel/known-fields.ts';
import { isErrorCode, type DocumentErrorCode } from '#shared/kernel/document-codes.ts';
import type { WireDocument } from './wire-document.ts';

/** Most rows in one push, and most bytes in its body. */
export const MAX_PUSH_ROWS = 100;
export const MAX_PUSH_BYTES = 1_048_576;
/** Most documents in one page. */
export const MAX_PAGE_DOCUMENTS = 1000;
/** Bounds of a long poll, in seconds. */
export const MIN_POLL_SECONDS = 5;
export const MAX_POLL_SECONDS = 30;
/** Time between two heartbeats of the stream. After twice this long without one, a reader falls back to polling. */
export const HEARTBEAT_MS = 15_000;

/** SQLite would replace half a character pair, so that different ids become one, and PostgreSQL refuses U+0000. */
const storable = v.check<string, string>(
  (text) => !LONE_SURROGATE.test(text) && !text.includes('\0'),
  'Text must be valid Unicode without U+0000.',
);
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(1500), storable);
const writeId = v.pipe(v.string(), v.minLength(1), v.maxLength(64), storable);
const isoTime = v.pipe(
  v.string(),
  v.check(isOffsetIso, 'A time must look like 2026-11-21T12:15:00.000+11:00.'),
);

export const wireDocumentSchema = v.looseObject({
  FBUID: id,
  writeId: v.optional(v.pipe(v.string(), v.maxLength(64), storable)),
  _deleted: v.optional(v.boolean()),
});

type Schema<Value> = v.GenericSchema<unknown, Value>;
type Content = Readonly<Record<string, unknown>>;

/** Leaves the sender's `sync` and `createdAt` unchecked, because no decision depends on them. */
const wireDocument = wireDocumentSchema as unknown as Schema<WireDocument>;

/** An earlier local write that the pushed state includes. */
export const trailEntrySchema = v.strictObject({
  writeId,
  /** Time of the write by the device's clock. */
  at: isoTime,
  data: v.object({}),
});
export type TrailEntry = KnownFields<typeof trailEntrySchema>;

/** Validates only. Read the row as sent, because the parsed copy lacks the documents' free-form fields. */
export const pushRowSchema = v.strictObject({
  collection: v.pipe(v.string(), v.maxLength(64)),
  /** The state the write is based on: its `writeId`, or the whole document if it has none; absent for a create. */
  assumedMasterState: v.optional(v.object({ writeId: v.optional(v.string()) }) as unknown as Schema<Content>),
  newDocumentState: v.object(wireDocumentSchema.entries) as unknown as Schema<WireDocument>,
  /** Time of the pushed write by the device's clock. */
  madeAt: v.optional(isoTime),
  /** Writes between the base and the pushed state, oldest first. */
  trail: v.optional(v.pipe(v.array(trailEntrySchema), v.maxLength(1000))),
});
export type PushRow = KnownFields<typeof pushRowSchema>;

export const pushRequestSchema = v.strictObject({
  rows: v.array(v.unknown()),
  /** The account that the writes belong to; absent for the device's own. Any other caller is refused `OTHER_ACCOUNT`. */
  account: v.optional(v.pipe(v.string(), v.maxLength(64))),
});

export const VERDICTS = ['accepted', 'conflict', 'rejected', 'gone'] as const;
export type VerdictKind = (typeof VERDICTS)[number];

/** The server's verdict on one pushed write. */
export const verdictSchema = v.looseObject({
  id: v.string(),
  writeId: v.string(),
  verdict: v.picklist(VERDICTS),
  /** The server's current state, if this reader may see it. */
  master: v.optional(wireDocument),
  /** With `conflict`: `writeId` of the newest write of the row's trail that the master includes. */
  common: v.optional(v.string()),
  code: v.optional(v.custom<DocumentErrorCode>(isErrorCode)),
  message: v.optional(v.string()),
  path: v.optional(v.string()),
});
export type Verdict = KnownFields<typeof verdictSchema>;

const rewindSchema = v.looseObject({ collection: v.string(), checkpoint: v.string() });

export const pushResponseSchema = v.looseObject({
  /** One for each row, in the order of the rows. */
  verdicts: v.array(verdictSchema),
  /**
   * For each collection the checkpoint just below this push's writes. Pulling from it once delivers the master of every
   * accepted write.
   */
  rewinds: v.array(rewindSchema),
});
export type PushResponse = KnownFields<typeof pushResponseSchema>;

/** One page of changes. A page shorter than its limit is the last one. */
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

/** Everything of a collection that its reader sees above the sequence `after`, up to its checkpoint. */
const pokePageSchema = v.looseObject({ ...pullPageSchema.entries, after: v.number() });
export type PokePage = KnownFields<typeof pokePageSchema>;

/** Says that a collection changed, at this sequence. A small change comes along; any other comes by pull. */
export const pokeSchema = v.looseObject({
  collection: v.string(),
  sequence: v.number(),
  /** A page that can't be read is left out: then the reader pulls. */
  page: v.fallback(v.optional(pokePageSchema), undefined),
});
export type Poke = KnownFields<typeof pokeSchema>;

export const helloSchema = v.looseObject({
  epoch: v.string(),
  sequence: v.number(),
  scope: v.string(),
  /** The account the server reads for; absent from earlier versions of the server. */
  account: v.optional(v.nullable(v.looseObject({ id: v.string(), role: v.optional(v.string()) }))),
  /** Collections that changed since the sequence the stream was opened with; absent if unknown. */
  changedCollections: v.optional(v.array(v.string())),
});
export type Hello = KnownFields<typeof helloSchema>;

/** The response of a long poll. */
export const changesSchema = v.looseObject({ ...helloSchema.entries, pokes: v.array(pokeSchema) });

/** Reasons for rejecting a whole request. The device responds by pulling again from the start, in place. */
export const RESET = 'RESET';
/** Reason of a refused pull: its documents are too large for one page of so many. */
export const PAGE_TOO_LARGE = 'PAGE_TOO_LARGE';
/** A page of so few documents is never refused. */
export const LEAST_PAGE_DOCUMENTS = 10;
export const SCOPE_CHANGED = 'SCOPE_CHANGED';
/** Reason for refusing a whole push: the session has ended, or belongs to another account. The rows stay on the device. */
export const OTHER_ACCOUNT = 'OTHER_ACCOUNT';
