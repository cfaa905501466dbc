import * as v from 'valibot';
import { isOffsetIso, OFFSET_ISO } from '#shared/kernel/clock.ts';

/** Access rules of a collection. The server enforces them; screens only show or hide buttons. */
export interface AccessRules {
  /** Readers of a document: everyone, its owner only, or staff. */
  readonly audience: 'public' | 'owner' | 'staff';
  /** Whether staff read all documents, whatever their owner. */
  readonly staffReadAll: boolean;
  /**
   * `owner`: a document's id is the id of its owner's device or account, and no other device or account may create it.
   * `nobody`: the server creates the documents itself.
   */
  readonly create: 'anyone' | 'owner' | 'staff' | 'nobody';
  /** Right to update and delete. */
  readonly change: 'owner' | 'staff' | 'owner-or-staff';
  /** Right required for every read and write of the collection. */
  readonly gate?: 'access-code';
}

/** Functions from an old document to its next version, by the schema version they produce. */
export type Upgrades = Readonly<
  Record<number, (document: Readonly<Record<string, unknown>>) => Record<string, unknown>>
>;

export interface CollectionDefinition {
  readonly name: string;
  /** Singular noun for a document, shown to users. */
  readonly label: string;
  readonly version: number;
  /** Schema of the complete stored document; unknown fields are refused. */
  readonly schema: DocumentSchema;
  readonly indexes: readonly (readonly [string, ...string[]])[];
  readonly access: AccessRules;
  /**
   * Where ids name other documents or accounts, so that two devices may create the same document: what each began with.
   * Their creations merge.
   */
  readonly blank?: Readonly<Record<string, unknown>>;
  readonly upgrades: Upgrades;
}

export type DocumentSchema = v.StrictObjectSchema<v.ObjectEntries, undefined>;

/** Only the server writes `sync`; a client's value is ignored. */
export const syncStampSchema = v.strictObject({
  /** Global sequence of the newest acknowledged write, 0 before the first. */
  sequence: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** `writeId` of the newest acknowledged write, empty before the first. */
  acknowledged: v.pipe(v.string(), v.maxLength(64)),
  updatedAt: v.pipe(v.string(), v.maxLength(40)),
  updatedBy: v.pipe(v.string(), v.maxLength(320)),
});

export type SyncStamp = v.InferOutput<typeof syncStampSchema>;

export const UNSYNCED: SyncStamp = { sequence: 0, acknowledged: '', updatedAt: '', updatedBy: '' };

/** User name of a write made without a signed-in user. */
export const NO_USER = 'no user found';

/** Shown in place of a person whose account was deleted. */
export const DELETED_ACCOUNT = 'deleted account';

/** Fields common to the stored documents of all collections with a schema. */
export const carriedFields = {
  FBUID: v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(200)),
  createdAt: v.pipe(
    v.string(),
    v.maxLength(40),
    v.regex(
      OFFSET_ISO,
      ({ received }) => `${received} is not an ISO time with an offset, such as 2026-01-31T09:00:00+11:00.`,
    ),
    v.check(isOffsetIso, ({ received }) => `${received} is a day or time that does not exist.`),
  ),
  writeId: v.pipe(v.string(), v.maxLength(64)),
  sync: syncStampSchema,
};

/** Fields used by sync, which are not part of a document's content. */
export const SYNC_FIELDS = ['writeId', 'sync'] as const;

/** A required text; white space alone doesn't count. */
export function requiredText(maxLength: number) {
  return v.pipe(
    v.string('required'),
    v.check((text) => text.trim() !== '', 'required'),
    maxText(maxLength),
  );
}

export function optionalText(maxLength: number) {
  return v.pipe(v.string(), maxText(maxLength));
}

function maxText(maxLength: number) {
  return v.maxLength<string, number, (issue: v.MaxLengthIssue<string, number>) => string>(
    maxLength,
    ({ received }) => `This text has ${received} characters; at most ${maxLength} are allowed.`,
  );
}
