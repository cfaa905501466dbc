import * as v from 'valibot';
import { isOffsetIso, OFFSET_ISO } from '#shared/kernel/clock.ts';

/** Who may do what with the documents of a collection. The server decides by it; screens only show or hide buttons. */
export interface AccessRules {
  /** Whom a document is made for: everybody, its owner alone, or staff. */
  readonly audience: 'public' | 'owner' | 'staff';
  /** Whether staff read all documents, whoever owns them. */
  readonly staffReadAll: boolean;
  readonly create: 'anyone' | 'staff';
  /** Who updates and deletes. */
  readonly change: 'owner' | 'staff' | 'owner-or-staff';
  /** A right that must be held before anything of the collection goes in or out. */
  readonly gate?: 'access-code';
}

/** Old document in, new document out; keyed by the version it leads to. */
export type Upgrades = Readonly<
  Record<number, (document: Readonly<Record<string, unknown>>) => Record<string, unknown>>
>;

export interface CollectionDefinition {
  readonly name: string;
  /** What a person calls one of these documents. */
  readonly label: string;
  readonly version: number;
  /** The complete stored document, strict: an unknown field is refused. */
  readonly schema: DocumentSchema;
  readonly indexes: readonly (readonly [string, ...string[]])[];
  readonly access: AccessRules;
  readonly upgrades: Upgrades;
}

export type DocumentSchema = v.StrictObjectSchema<v.ObjectEntries, undefined>;

/** What the server alone writes into `sync`; a client's value is ignored. */
export const syncStampSchema = v.strictObject({
  /** The server's global sequence of the newest write, 0 before the first acknowledgement. */
  sequence: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** `writeId` the server has accepted last, empty before the first. */
  acknowledged: v.pipe(v.string(), v.maxLength(64)),
  updatedAt: v.pipe(v.string(), v.maxLength(40)),
  updatedBy: v.pipe(v.string(), v.maxLength(320)),
});

export type SyncStamp = v.InferOutput<typeof syncStampSchema>;

export const UNSYNCED: SyncStamp = { sequence: 0, acknowledged: '', updatedAt: '', updatedBy: '' };

/** Name of whoever wrote when nobody was signed in. */
export const NO_USER = 'no user found';

/** Fields that every stored document of a product collection carries beside its own. */
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

/** Names of the fields that belong to synchronisation and never to the person's content. */
export const SYNC_FIELDS = ['writeId', 'sync'] as const;

/** A text a person must fill in; white space alone doesn't count. */
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
