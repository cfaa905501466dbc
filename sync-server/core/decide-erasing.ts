import { ANONYMOUS } from '#shared/access/actor.ts';
import { toAuthor } from '#shared/access/author.ts';
import { DELETED_ACCOUNT } from '#shared/collections/collection.ts';
import type { Decision, Eviction } from './document-store.ts';
import { ERASED_COLLECTIONS, KEPT_COLLECTIONS } from './eraser.ts';
import { toServerWriteId } from './server-write-id.ts';
import { nextEntryTime } from './stamp.ts';
import type { DocumentData, DocumentKey, HistoryRow, StoredDocument } from './stored-document.ts';

/** Documents that get a last entry when an account is erased. */
export interface LastWrites {
  /** Its profile, cart and enquiries, and what staff wrote about them: deleted, with their history. */
  readonly erased: readonly StoredDocument[];
  /** What staff wrote about other documents and names the account: stays without the name and the history. */
  readonly renamed: readonly StoredDocument[];
  /** Business records, which stay without their owner. */
  readonly kept: readonly StoredDocument[];
}

/** Those of an account's documents that are erased. */
export function selectErased(owned: readonly StoredDocument[]): readonly StoredDocument[] {
  return owned.filter(({ collection }) => ERASED_COLLECTIONS.includes(collection));
}

/**
 * @param owned the account's documents
 * @param inbox what staff wrote about those that are erased, and what else names the account
 */
export function toLastWrites(owned: readonly StoredDocument[], inbox: readonly StoredDocument[]): LastWrites {
  const erased = selectErased(owned);
  const subjects = new Set(erased.map(({ collection, id }) => `${collection}|${id}`));
  // Content that is damaged can't be written again.
  const readable = inbox.filter(({ isDamaged }) => !isDamaged);
  return {
    erased: [...erased, ...readable.filter(({ id }) => subjects.has(id))],
    renamed: readable.filter(({ id }) => !subjects.has(id)),
    kept: owned.filter(({ collection, isDamaged }) => KEPT_COLLECTIONS.includes(collection) && !isDamaged),
  };
}

interface ErasingParts {
  readonly epoch: string;
  /** Of the newest entry. */
  readonly sequence: number;
  /** ISO time. */
  readonly now: string;
  /** Every address of the account. */
  readonly addresses: readonly string[];
  /** Audiences whose view a document has left. */
  readonly audiencesLeft: (key: DocumentKey) => readonly Eviction['audience'][];
}

/** The last entries, in this order: of the erased documents, the renamed ones, the kept ones. */
export function decideErasing(
  { erased, renamed, kept }: LastWrites,
  { epoch, sequence: newest, now, addresses, audiencesLeft }: ErasingParts,
): Decision<undefined> {
  const writes = [
    ...erased.map((document) => ({ document, data: undefined })),
    ...renamed.map((document) => {
      const json = withoutNames(JSON.stringify(document.data), addresses);
      return { document, data: JSON.parse(json) as DocumentData };
    }),
    ...kept.map((document) => ({ document, data: document.data })),
  ];
  const history: HistoryRow[] = [];
  const documents: StoredDocument[] = [];
  const evictions: Eviction[] = [];
  for (const [index, { document, data }] of writes.entries()) {
    const { collection, id } = document;
    const sequence = newest + index + 1;
    const next = {
      collection,
      id,
      sequence,
      writeId: toServerWriteId(epoch, sequence),
      data: data ?? { FBUID: id },
      updatedBy: DELETED_ACCOUNT,
    };
    const at = nextEntryTime(now, document.updatedAt);
    const deleted = document.deleted || !data;
    const operation = deleted ? 'delete' : 'update';
    history.push({ ...next, at, madeAt: undefined, operation, device: undefined });
    documents.push({ ...next, deleted, owner: undefined, audience: 'staff', updatedAt: at });
    if (data) continue;
    // A device that has not noticed yet that the document left its view would never notice without the entry.
    for (const audience of audiencesLeft(document)) evictions.push({ sequence, audience, collection, id });
  }
  return { history, documents, verdicts: [], rejections: [], evictions, result: undefined };
}

/** How history names the account with an address. */
export function toAuthors(email: string): readonly string[] {
  return [false, true].map((isUnverified) => toAuthor({ ...ANONYMOUS, email, isUnverified }));
}

/** Whether JSON names one of several addresses. */
export function namesAny(json: string, addresses: readonly string[]): boolean {
  return withoutNames(json, addresses) !== json;
}

/** Escapes in JSON, e.g. of a line break. What is written before one and after it are different words. */
const ESCAPES = /(\\(?:u[\da-f]{4}|.))/;
const LETTER = String.raw`[\p{L}\p{M}\p{N}]`;
/** Characters around an address that make it part of a longer one, which is somebody else’s. */
const BEFORE = `(?:${LETTER}|_)[.+%'-]?`;
/** A capital letter and a small one begin a sentence; the last part of a domain has no hyphen. */
const AFTER = String.raw`${LETTER}|_|(?:-(?:${LETTER}|-)*)?\.(?!\p{Lu}\p{Ll})${LETTER}`;

/** The same JSON with another name in place of some addresses. */
function withoutNames(json: string, addresses: readonly string[]): string {
  const inAnyCase = addresses.map((address) =>
    address
      .replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
      .replace(/\p{L}/gu, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`),
  );
  const names = new RegExp(`(?<!${BEFORE})(?:${inAnyCase.join('|')})(?!${AFTER})`, 'gu');
  const parts = json.split(ESCAPES);
  return parts.map((part) => part.replace(names, DELETED_ACCOUNT)).join('');
}
