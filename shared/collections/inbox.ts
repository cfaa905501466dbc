import * as v from 'valibot';
import { carriedFields, optionalText, requiredText, type CollectionDefinition } from './collection.ts';

/** `new` is not stored: nobody has done anything yet. */
const INBOX_STATES = ['open', 'answered', 'closed'] as const;

/** Collections whose documents staff work on. */
export const INBOX_SUBJECTS = ['contacts', 'ukraines', 'orders'] as const;
export type InboxSubject = (typeof INBOX_SUBJECTS)[number];

const MAX_ENTRIES = 200;
export const MAX_ENTRY_TEXT = 5_000;

const entriesSchema = v.pipe(
  v.array(
    v.strictObject({
      id: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
      at: carriedFields.createdAt,
      /** Address of the account that wrote it. */
      by: requiredText(320),
      text: requiredText(MAX_ENTRY_TEXT),
    }),
  ),
  v.maxLength(MAX_ENTRIES, `There is room for ${MAX_ENTRIES} entries.`),
);

export const inboxItemSchema = v.strictObject({
  /** Collection and id of what it is about: `contacts|{id}`. */
  FBUID: v.pipe(carriedFields.FBUID, v.regex(new RegExp(`^(?:${INBOX_SUBJECTS.join('|')})\\|.`))),
  inboxState: v.picklist(INBOX_STATES),
  /** Address of the account that takes care of it; empty if nobody does. */
  inboxAssignee: optionalText(320),
  /** For staff only. */
  inboxNotes: entriesSchema,
  /** Mailed to who sent the enquiry. */
  inboxReplies: entriesSchema,
  createdAt: carriedFields.createdAt,
  writeId: carriedFields.writeId,
  sync: carriedFields.sync,
});

/** The work of staff on an enquiry, a purchase order or an order. */
export type InboxItem = v.InferOutput<typeof inboxItemSchema>;
export type InboxEntry = InboxItem['inboxNotes'][number];

/** What nobody has written on yet. */
export const NEW_ITEM: Omit<InboxItem, 'FBUID' | 'createdAt' | 'writeId' | 'sync'> = {
  inboxState: 'open',
  inboxAssignee: '',
  inboxNotes: [],
  inboxReplies: [],
};

export const inbox = {
  name: 'inbox',
  label: 'inbox entry',
  version: 0,
  schema: inboxItemSchema,
  indexes: [],
  access: { audience: 'staff', staffReadAll: true, create: 'staff', change: 'staff' },
  blank: NEW_ITEM,
  upgrades: {},
} as const satisfies CollectionDefinition;
