import * as v from 'valibot';
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

/** An earlier local write that the pushed state includes. */
export const trailEntrySchema = v.strictObject({
  writeId,
  /** The device's own time of the write. */
  at: isoTime,
  data: v.object({}),
});

/** Of what is free in a row nothing is copied: a row that fits is taken as it came. */
export const pushRowSchema = v.strictObject({
  /** The state the write was made on: its `writeId`, or the whole document where it has none; absent for a create. */
  assumedMasterState: v.optional(v.object({ writeId: v.optional(v.string()) })),
  newDocumentState: v.object(wireDocumentSchema.entries),
  /** The device's own time of the pushed write. */
  madeAt: v.optional(isoTime),
  /** Writes between the base and the pushed state, oldest first. */
  trail: v.optional(v.pipe(v.array(trailEntrySchema), v.maxLength(1000))),
});

export const pushRequestSchema = v.strictObject({ rows: v.array(v.unknown()) });

export interface TrailEntry {
  readonly writeId: string;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface PushRow {
  readonly assumedMasterState?: Readonly<Record<string, unknown>> | undefined;
  readonly newDocumentState: WireDocument;
  readonly madeAt?: string | undefined;
  readonly trail?: readonly TrailEntry[] | undefined;
}

export const VERDICTS = ['accepted', 'conflict', 'rejected', 'gone'] as const;
export type VerdictKind = (typeof VERDICTS)[number];

/** What the server says of one pushed write. */
export interface Verdict {
  readonly id: string;
  readonly writeId: string;
  readonly verdict: VerdictKind;
  /** The server's present state, where this reader may see it. */
  readonly master?: WireDocument;
  /** With `conflict`: `writeId` of the newest write of the row's own trail that the master stands on. */
  readonly common?: string;
  readonly code?: DocumentErrorCode;
  readonly message?: string;
  readonly path?: string;
}

const code = v.custom<DocumentErrorCode>(isErrorCode);

export const verdictSchema = v.looseObject({
  id: v.string(),
  writeId: v.string(),
  verdict: v.picklist(VERDICTS),
  master: v.optional(wireDocumentSchema),
  common: v.optional(v.string()),
  code: v.optional(code),
  message: v.optional(v.string()),
  path: v.optional(v.string()),
});

export interface PushAnswer {
  readonly verdicts: readonly Verdict[];
  /** Checkpoint just below what this push wrote: pull from there once, so that no accepted write's master is missed. */
  readonly rewind?: string;
}

export const pushAnswerSchema = v.looseObject({
  verdicts: v.array(verdictSchema),
  rewind: v.optional(v.string()),
});

/** One page of changes: a page shorter than its limit is the last one. */
export interface PullPage {
  readonly documents: readonly WireDocument[];
  readonly checkpoint: string;
}

export const pullPageSchema = v.looseObject({
  documents: v.array(v.looseObject({ ...wireDocumentSchema.entries, evicted: v.optional(v.boolean()) })),
  checkpoint: v.string(),
});

export interface Hello {
  readonly epoch: string;
  readonly sequence: number;
  readonly scope: string;
  /** The collections with something new since the sequence the stream was opened with; absent when that isn't known. */
  readonly news?: readonly string[] | undefined;
}

/** Something of a collection came after a sequence; what it is comes by pull. */
export interface Poke {
  readonly collection: string;
  readonly sequence: number;
}

export const pokeSchema = v.looseObject({ collection: v.string(), sequence: v.number() });

export const helloSchema = v.looseObject({
  epoch: v.string(),
  sequence: v.number(),
  scope: v.string(),
  news: v.optional(v.array(v.string())),
});

/** The answer of a long poll. */
export interface Changes extends Hello {
  readonly pokes: readonly Poke[];
}

export const changesSchema = v.looseObject({ ...helloSchema.entries, pokes: v.array(pokeSchema) });

/** Reasons of a whole-request refusal that a device answers by pulling anew in place. */
export const RESET = 'RESET';
export const SCOPE_CHANGED = 'SCOPE_CHANGED';
