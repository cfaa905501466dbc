import type { Database } from 'better-sqlite3';
import { DELETED_ACCOUNT } from '#shared/collections/collection.ts';
import { utcIso, type Clock } from '#shared/kernel/clock.ts';
import {
  decideErasing,
  namesAny,
  selectErased,
  toAuthors,
  toLastWrites,
} from '#server/core/decide-erasing.ts';
import type { Decision, Eviction } from '#server/core/document-store.ts';
import type { ErasedPerson, ErasedRows } from '#server/core/eraser.ts';
import type { StoredDocument } from '#server/core/stored-document.ts';
import { prepareCollectionCounts } from './collection-counts.ts';
import { CHAIN, prepareEntryRemoval } from './compaction.ts';
import { overwrite } from './overwrite.ts';
import { IS_UNPAID } from './payment-store.ts';
import type { DocumentRow, RowReader } from '../rows.ts';
import { ALLOW_DELETE, ALLOW_UPDATE, FORBID_DELETE, FORBID_UPDATE, IS_RECORD } from './schema.ts';
import { DOCUMENT_COLUMNS, NEWEST, NUMBER_OF, OF_HEAD } from './statements.ts';

/** Names of an account and what it owns. Lists are JSON. */
interface Owned {
  readonly owner: string;
  readonly accountId: string;
  /** Pairs of a collection and an id. */
  readonly erased: string;
  readonly addresses: string;
  /** As history names them. */
  readonly authors: string;
}

interface ErasingParts {
  readonly rows: RowReader;
  readonly epoch: string;
  readonly clock: Clock;
  readonly write: (decision: Decision<unknown>) => boolean;
}

/** As `Eraser.erase`; runs inside a transaction of the caller. */
export function prepareErasing(
  database: Database,
  { rows, epoch, clock, write }: ErasingParts,
): (person: ErasedPerson) => Decision<ErasedRows> {
  database.function('namesAddress', { deterministic: true }, (json, address) =>
    Number(namesAny(String(json), [String(address)])),
  );
  const statements = prepareStatements(database);
  const removal = prepareEntryRemoval(database);
  const beginCounts = prepareCollectionCounts(database);

  function readOwned(owner: string): readonly StoredDocument[] {
    return statements.documents
      .all(owner)
      .map(({ collection, ...row }) => rows.toStoredDocument(collection, row));
  }

  /** Removes what is left of the documents' history. @returns how many entries */
  function dropEntries(erased: readonly StoredDocument[], owned: Owned): number {
    const counts = beginCounts();
    const batches: number[] = [];
    const drop = (collection: string, found: readonly number[]) => {
      counts.of(collection).entries -= found.length;
      batches.push(...found);
    };
    // Business records outlive their deleted document by years.
    const records = statements.records.all(owned);
    // A document's `sequence` is that of its newest entry before this transaction.
    for (const { sequence } of erased) statements.overwriteChain.run(sequence);
    for (const { sequence } of records) statements.overwriteEntry.run(sequence);
    for (const { collection, id, sequence } of erased) {
      statements.cutChain.run(collection, id);
      drop(collection, removal.dropChain.all(sequence));
    }
    for (const { sequence, collection } of records) drop(collection, removal.dropEntry.all(sequence));
    statements.forgetAuthor.run(JSON.stringify(statements.overwriteAuthor.all(owned)));
    for (const batch of new Set(batches)) removal.dropEmptyBatch.run(batch);
    counts.write();
    return batches.length;
  }

  return ({ accountId, addresses }) => {
    const owner = `account:${accountId}`;
    const documents = readOwned(owner);
    const known = [...addresses, ...statements.earlierAddresses.all({ owner, accountId })];
    const toPairs = (some: readonly StoredDocument[]) =>
      JSON.stringify(some.map(({ collection, id }) => [collection, id]));
    const own = {
      owner,
      accountId,
      erased: toPairs(selectErased(documents)),
      addresses: JSON.stringify(known.map((address) => address.toLowerCase())),
      authors: JSON.stringify(known.flatMap(toAuthors)),
    };
    const inbox = statements.inbox.all(own).map((row) => rows.toStoredDocument('inbox', row));
    const last = toLastWrites(documents, inbox);
    const owned: Owned = { ...own, erased: toPairs(last.erased) };
    const decision = decideErasing(last, {
      epoch,
      sequence: statements.newest.get()?.sequence ?? 0,
      now: utcIso(clock.now()),
      addresses: known,
      audiencesLeft: ({ collection, id }) =>
        statements.evictions.all(collection, id).map(({ audience }) => audience),
    });
    write(decision);
    database.exec(ALLOW_UPDATE + ALLOW_DELETE);
    const entries = dropEntries([...last.erased, ...last.renamed], owned);
    database.exec(FORBID_UPDATE + FORBID_DELETE);
    statements.disown.run(owned);
    statements.dropEvictions.run(owned);
    const refused = JSON.stringify(statements.overwriteRejections.all(owned));
    const rejections = statements.dropRejections.run(refused).changes;
    statements.dropVerdicts.run(owned);
    const files = JSON.stringify(statements.dropUses.all(owned));
    statements.takeFiles.run({ accountId, files });
    statements.leaveFiles.run(owned);
    const mails = statements.dropMails.run(owned).changes;
    database.exec(REWRITE_MAILS);
    statements.dropUnpaid.run(owned);
    const payments = statements.disownPayments.run(owned).changes;
    statements.forgetJobs.run(owned);
    statements.forgetMigrations.run(owned);
    const kept = last.kept.length + payments;
    const erased = selectErased(documents).length;
    return { ...decision, result: { documents: erased, entries, rejections, mails, kept } };
  };
}

/**
 * Mails are put between others and grow, so SQLite may have left copies of them in free space before. Few are kept, so
 * the table is emptied, which clears its pages, and filled again.
 */
const REWRITE_MAILS = `
  CREATE TEMP TABLE keptMail AS SELECT * FROM mail ORDER BY key;
  DELETE FROM mail;
  INSERT INTO mail SELECT * FROM keptMail;
  DROP TABLE keptMail;`;

const IS_ERASED = (collection: string, id: string) =>
  `EXISTS (SELECT 1 FROM json_each(@erased) AS gone WHERE gone.value ->> 0 = ${collection} AND gone.value ->> 1 = ${id})`;
/** Whether JSON names one of the addresses. */
const NAMES_PERSON = (json: string) =>
  `EXISTS (SELECT 1 FROM json_each(@addresses) WHERE instr(lower(${json}), value) > 0 AND namesAddress(${json}, value))`;
const IN = (list: string) => `(SELECT value FROM json_each(${list}))`;

function prepareStatements(database: Database) {
  return {
    newest: database.prepare<[], { sequence: number }>(NEWEST),
    documents: database.prepare<[owner: string], DocumentRow & { readonly collection: string }>(
      `SELECT collection.name AS collection, ${DOCUMENT_COLUMNS} FROM head ${OF_HEAD}
       CROSS JOIN collection ON collection.number = head.collection
       WHERE head.owner = ? ORDER BY head.sequence`,
    ),
    inbox: database.prepare<[object], DocumentRow>(
      `WITH RECURSIVE entry (id, sequence) AS (
         SELECT id, sequence FROM head WHERE collection = ${NUMBER_OF(`'inbox'`)}
         UNION ALL SELECT id, previous FROM entry JOIN history USING (sequence) WHERE previous IS NOT NULL)
       SELECT ${DOCUMENT_COLUMNS} FROM head ${OF_HEAD}
       WHERE head.collection = ${NUMBER_OF(`'inbox'`)} AND (
         head.id IN (SELECT value ->> 0 || '|' || (value ->> 1) FROM json_each(@erased))
         OR head.id IN (SELECT id FROM entry JOIN history USING (sequence)
                        WHERE ${NAMES_PERSON('data')}))`,
    ),
    evictions: database.prepare<[collection: string, id: string], { audience: Eviction['audience'] }>(
      `SELECT DISTINCT audience FROM eviction WHERE collection = ${NUMBER_OF('?')} AND id = ?`,
    ),
    // Only its owner writes a profile or a cart, under the address of the time.
    earlierAddresses: database
      .prepare<[object], string>(
        `WITH RECURSIVE entry (sequence) AS (
           SELECT sequence FROM head
           WHERE owner = @owner AND collection IN (${NUMBER_OF(`'profiles'`)}, ${NUMBER_OF(`'checkouts'`)})
           UNION ALL SELECT previous FROM entry JOIN history USING (sequence) WHERE previous IS NOT NULL)
         SELECT DISTINCT replace(batch.updatedBy, ' (not confirmed)', '') FROM entry
         CROSS JOIN history ON history.sequence = entry.sequence CROSS JOIN batch ON batch.first = history.batch
         WHERE batch.updatedBy LIKE '%_@_%'
         UNION SELECT "to" FROM mail WHERE instr(key, @accountId) > 0`,
      )
      .pluck(),
    cutChain: database.prepare(
      `UPDATE history SET previous = NULL
       WHERE sequence = (SELECT sequence FROM head WHERE collection = ${NUMBER_OF('?')} AND id = ?)`,
    ),
    records: database.prepare<[object], { readonly sequence: number; readonly collection: string }>(
      `SELECT history.sequence, 'contacts' AS collection FROM history
       WHERE ${IS_RECORD} AND collection = ${NUMBER_OF(`'contacts'`)} AND documentId IN (
         SELECT theirs.documentId FROM history AS theirs CROSS JOIN batch ON batch.first = theirs.batch
         WHERE ${IS_RECORD.replace('history.', 'theirs.')} AND theirs.collection = ${NUMBER_OF(`'contacts'`)}
           AND batch.updatedBy IN ${IN('@authors')}
           AND NOT EXISTS (
             SELECT 1 FROM head WHERE head.collection = theirs.collection AND head.id = theirs.documentId))`,
    ),
    overwriteChain: database.prepare<[sequence: number]>(
      `${CHAIN} UPDATE history SET ${overwrite('data')} WHERE sequence IN (SELECT sequence FROM entry)`,
    ),
    overwriteEntry: database.prepare<[sequence: number]>(
      `UPDATE history SET ${overwrite('data')} WHERE sequence = ?`,
    ),
    overwriteAuthor: database
      .prepare<[object], number>(
        `UPDATE batch SET ${overwrite('updatedBy')} WHERE updatedBy IN ${IN('@authors')} RETURNING first`,
      )
      .pluck(),
    forgetAuthor: database.prepare<[batches: string]>(
      `UPDATE batch SET updatedBy = '${DELETED_ACCOUNT}', device = NULL WHERE first IN ${IN('?')}`,
    ),
    disown: database.prepare(`UPDATE head SET owner = NULL WHERE owner = @owner`),
    dropEvictions: database.prepare(
      `DELETE FROM eviction WHERE ${IS_ERASED(`(SELECT name FROM collection WHERE number = eviction.collection)`, 'eviction.id')}
         AND NOT EXISTS (SELECT 1 FROM history WHERE history.sequence = eviction.sequence)`,
    ),
    // A document call that was refused has no verdict, so only its content tells whose it was.
    overwriteRejections: database
      .prepare<[object], string>(
        `UPDATE rejection SET ${overwrite('payload')}
         WHERE writeId IN (SELECT writeId FROM verdict WHERE owner = @owner)
           OR ${IS_ERASED('rejection.collection', 'rejection.id')} OR id = @accountId
           OR ${NAMES_PERSON('payload')}
         RETURNING writeId`,
      )
      .pluck(),
    dropRejections: database.prepare<[writeIds: string]>(`DELETE FROM rejection WHERE writeId IN ${IN('?')}`),
    dropVerdicts: database.prepare(
      `DELETE FROM verdict WHERE owner = @owner OR ${IS_ERASED('verdict.collection', 'verdict.id')}`,
    ),
    takeFiles: database.prepare(
      `UPDATE file SET by = @accountId
       WHERE id IN ${IN('@files')} AND NOT EXISTS (SELECT 1 FROM fileUse WHERE fileId = file.id)`,
    ),
    leaveFiles: database.prepare(
      `UPDATE file SET by = NULL WHERE by = @accountId AND EXISTS (SELECT 1 FROM fileUse WHERE fileId = file.id)`,
    ),
    dropUses: database
      .prepare<[object], string>(
        `DELETE FROM fileUse WHERE ${IS_ERASED('fileUse.collection', 'fileUse.documentId')} RETURNING fileId`,
      )
      .pluck(),
    dropMails: database.prepare(
      `DELETE FROM mail WHERE lower("to") IN ${IN('@addresses')} OR instr(key, @accountId) > 0
         OR lower(facts ->> '$.email') IN ${IN('@addresses')}
         OR about IN (SELECT value ->> 1 FROM json_each(@erased))
         OR about IN (SELECT id FROM payment WHERE data ->> '$.owner' = @owner)`,
    ),
    // What nobody paid is no order.
    dropUnpaid: database.prepare(`DELETE FROM payment WHERE data ->> '$.owner' = @owner AND ${IS_UNPAID}`),
    disownPayments: database.prepare(
      `UPDATE payment SET data = json_remove(data, '$.owner') WHERE data ->> '$.owner' = @owner`,
    ),
    forgetJobs: database.prepare(
      `UPDATE job SET record = json_set(record, '$.startedBy', '${DELETED_ACCOUNT}')
       WHERE lower(record ->> '$.startedBy') IN ${IN('@addresses')}`,
    ),
    forgetMigrations: database.prepare(
      `UPDATE migrationAttempt SET data = json_set(data, '$.by', '${DELETED_ACCOUNT}')
       WHERE lower(data ->> '$.by') IN ${IN('@addresses')}`,
    ),
  };
}
