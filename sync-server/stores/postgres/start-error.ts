import { AppError } from '#shared/kernel/app-error.ts';
import type { DocumentErrorCode } from '#shared/kernel/document-codes.ts';
import type { ConnectionOptions } from './connections.ts';
import { DatabaseError } from './database-error.ts';

type Refusal = readonly [code: DocumentErrorCode, problem: string, remedy: string];

/** What is wrong and what to do, by the SQLSTATE with which PostgreSQL refuses a start. */
const REFUSALS: Readonly<Record<string, (database: string, schema: string) => Refusal>> = {
  '28P01': (database) => [
    'permission-denied',
    `${database} refused the password`,
    'Check the user and password in DATABASE_URL.',
  ],
  '28000': (database) => [
    'permission-denied',
    `${database} refused the user`,
    'Check the user in DATABASE_URL, and pg_hba.conf.',
  ],
  '3D000': (database) => [
    'not-found',
    `${database} does not exist`,
    'Create it with createdb, or check DATABASE_URL.',
  ],
  '42501': (database, schema) => [
    'permission-denied',
    `${database} does not let the user in DATABASE_URL create the schemas ${schema} and ${schema}_accounts`,
    'Make the user its owner: ALTER DATABASE … OWNER TO ….',
  ],
  '42P07': (database, schema) => [
    'failed-precondition',
    `${database} has tables of another program in the schema ${schema}`,
    'Set DATABASE_SCHEMA to another name.',
  ],
};

/** @returns the error that an admin reads when a node can't open its database */
export function toStartError(cause: unknown, { url, schema }: ConnectionOptions): unknown {
  const { hostname, port, pathname } = new URL(url);
  const database = `The database ${pathname.slice(1)} on ${hostname}:${port || '5432'}`;
  const origin = cause instanceof DatabaseError ? cause.cause : cause;
  const { code = '', message = '' } = origin as { readonly code?: string; readonly message?: string };
  const refusal = REFUSALS[code]?.(database, schema);
  if (!refusal && !(cause instanceof DatabaseError && cause.failure === 'unreachable')) return cause;
  const [refusedAs, problem, remedy] = refusal ?? [
    'unavailable',
    `${database} can’t be reached (${code || message})`,
    'Check that PostgreSQL runs, and DATABASE_URL.',
  ];
  const text = `${problem}, so the server did not start. Nothing was changed. ${remedy}`;
  return new AppError(refusedAs, text, { cause });
}
