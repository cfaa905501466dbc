import type { JobRecord } from '#server/core/jobs/job-store.ts';
import { MAIL_FIELDS, type MailRow } from '#server/mail/mail-store.ts';
import { EVENT_FIELDS } from '#server/payments/payment-store.ts';
import type { Payment } from '#server/payments/payment.ts';
import type { SimulatedEvent, SimulatedSession } from '#server/payments/simulator/simulated-session.ts';
import { toSnakeCase } from './columns.ts';
import { renamedCollection, toStoredPrice } from './commit-view.ts';
import { parseMail, toStoredMail, type StoredMail } from './mails.ts';
import { toStoredPayment } from './payments.ts';
import { toStorable } from './write-decision.ts';

/** A row by the names of its fields in camel case. */
export type CopiedRow = Readonly<Record<string, unknown>>;

/** A table that SQLite and PostgreSQL have in common, named in camel case as in SQLite. */
export interface CopiedTable {
  readonly name: string;
  /** Its name on PostgreSQL, if it isn't the same in snake case. */
  readonly storedAs?: string;
  /** The identity provider's, which names columns in camel case on PostgreSQL, too. */
  readonly isProviders?: true;
  /** Columns of both. The first one is in the primary key. Errors name a row by the first five. */
  readonly fields: readonly string[];
  /** Rows are in the order of a number that is not copied: `rowid` in SQLite, `number` in PostgreSQL. */
  readonly isNumbered?: true;
  /** Columns that only PostgreSQL has. */
  readonly others?: readonly string[];
  readonly toPostgres?: (row: CopiedRow) => CopiedRow;
  readonly toSqlite?: (row: CopiedRow) => CopiedRow;
}

/** The names of a table and its columns on PostgreSQL. */
export function toStoredNames({ name, storedAs, isProviders }: CopiedTable) {
  return {
    table: storedAs ?? toSnakeCase(name),
    columnOf: isProviders === true ? (field: string) => field : toSnakeCase,
  };
}

/** The largest one, whose rows the progress of a copy counts. */
export const HISTORY = 'history';

/** Every table of the data file, in the order of copying. */
export const COPIED_TABLES: readonly CopiedTable[] = [
  { name: 'meta', fields: ['key', 'value'] },
  {
    name: 'collection',
    fields: ['number', 'name', 'documents', 'deleted', 'entries', 'bytes', 'lastChange'],
  },
  { name: 'batch', fields: ['first', 'last', 'at', 'updatedBy', 'device', 'job'] },
  {
    name: HISTORY,
    fields: [
      'sequence',
      'batch',
      'previous',
      'collection',
      'documentId',
      'operation',
      'at',
      'madeAt',
      'writeId',
      'data',
      'checksum',
    ],
  },
  { name: 'head', fields: ['collection', 'id', 'sequence', 'deleted', 'owner', 'audience'] },
  {
    name: 'price',
    fields: ['id', 'priceId'],
    toPostgres: (row) => ({ ...row, priceId: toStoredPrice(String(row['priceId'])) }),
    toSqlite: (row) => ({ ...row, priceId: parse<string>(row['priceId']) }),
  },
  { name: 'eviction', fields: ['collection', 'audience', 'sequence', 'id'] },
  {
    name: 'verdict',
    fields: ['writeId', 'collection', 'id', 'owner', 'verdict', 'code', 'message', 'path', 'at'],
    toPostgres: toStorable,
  },
  {
    name: 'rejection',
    fields: ['writeId', 'collection', 'id', 'code', 'message', 'path', 'payload', 'at'],
    isNumbered: true,
    toPostgres: toStorable,
  },
  {
    name: 'job',
    fields: ['id', 'state', 'record'],
    isNumbered: true,
    others: ['renames', 'undoneBy'],
    toPostgres(row) {
      const job = parse<JobRecord>(row['record']);
      return { ...row, renames: renamedCollection(job), undoneBy: job.undoneBy };
    },
  },
  { name: 'jobProblem', fields: ['job', 'number', 'problem'] },
  { name: 'migrationAttempt', fields: ['id', 'data'], isNumbered: true },
  { name: 'migrationLock', fields: ['one', 'token', 'owner', 'takenAt', 'expiresAt'] },
  { name: 'device', fields: ['fid', 'secretHash', 'generation', 'createdAt', 'lastSeen'] },
  { name: 'blockedDevice', fields: ['fid', 'at'] },
  {
    name: 'payment',
    fields: ['id', 'sessionId', 'fingerprint', 'status', 'createdAt', 'lookedAt', 'data'],
    others: ['owner', 'paidAt', 'review', 'settledAt', 'isOrderDue', 'isRefundAsked'],
    toPostgres: (row) => ({ ...toStoredPayment(parse<Payment>(row['data'])), ...row }),
  },
  {
    name: 'paymentEvent',
    fields: EVENT_FIELDS,
  },
  {
    name: 'simulatedSession',
    fields: ['id', 'idempotencyKey', 'paymentIntent', 'data'],
    others: ['createdAt'],
    toPostgres: (row) => ({ ...row, createdAt: parse<SimulatedSession>(row['data']).createdAt }),
  },
  { name: 'simulatedPrice', fields: ['id', 'idempotencyKey', 'data'] },
  {
    name: 'simulatedEvent',
    fields: ['id', 'at', 'data'],
    isNumbered: true,
    others: ['type'],
    toPostgres: (row) => ({ ...row, type: parse<SimulatedEvent>(row['data']).type }),
  },
  {
    name: 'mail',
    fields: MAIL_FIELDS,
    others: ['count'],
    toPostgres: (row) => toStoredMail({ ...(row as unknown as MailRow), facts: parse(row['facts']) }),
    toSqlite: (row) => ({
      ...row,
      facts: JSON.stringify(parseMail(row as unknown as StoredMail).facts),
    }),
  },
  {
    name: 'file',
    fields: ['id', 'bucket', 'state', 'reason', 'bytes', 'width', 'height', 'by', 'at', 'storedAt'],
  },
  { name: 'fileUse', fields: ['fileId', 'collection', 'documentId', 'until'] },
];

function parse<Value>(json: unknown): Value {
  return JSON.parse(String(json)) as Value;
}
