import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import Database from 'better-sqlite3';
import { peekSecrets, storeSecrets, toSecretsFile } from '#server/secrets-file.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { lockDataDir } from '../sqlite/lock-data-dir.ts';
import { markRestored } from '../sqlite/restore-backup.ts';
import { openAccountTables } from './accounts/open-accounts.ts';
import { createConnections, type ConnectionOptions, type Connections } from './connections.ts';
import { copyAccountsFromSqlite, copyFromSqlite } from './copy-from-sqlite.ts';
import { copyAccountsToSqlite, copyToSqlite } from './copy-to-sqlite.ts';
import { assertFilesFolder } from './files-folder.ts';
import { endEpoch } from './epoch.ts';
import { readNodes } from './hearing.ts';
import { START_IN_TURN } from './open-schema.ts';
import { openTables } from './open-tables.ts';
import { readSecretRows, SECRETS_AT_ONCE } from './kept-secrets.ts';
import { toStartError } from './start-error.ts';

/** What a move has copied; the same on both sides. */
export interface MovedData {
  readonly documents: number;
  readonly entries: number;
  /** The newest one. */
  readonly sequence: number;
}

/** Called with how many entries of history are copied, and how many there are. */
export type OnCopied = (entries: number, total: number) => void;

interface MoveOptions {
  /** Checks what can be checked, and changes nothing. */
  readonly isDryRun?: boolean;
  readonly onCopied: OnCopied;
}

/** Both schemas of a shop. */
interface Target {
  readonly schema: string;
  readonly data: Connections;
  readonly accounts: Connections;
  readonly accountsSchema: string;
}

const AMOUNTS = `
  SELECT (SELECT count(*) FROM head) AS documents, count(*) AS entries, COALESCE(max(sequence), 0) AS sequence,
    COALESCE(sum(checksum), 0) AS checksum FROM history`;

/**
 * Moves a data folder into schemas that don't exist yet. Devices go on without another pull; the folder stays as it is,
 * and a server that is started on it again begins a new epoch.
 * @throws AppError when the folder is in use or damaged, it is interrupted, or the database can't be used or has the
 *   schemas. Then the database is what it was, and so is the folder; if all was copied by then, it begins a new epoch, too.
 */
export async function moveToPostgres(
  folder: string,
  options: ConnectionOptions,
  filesFolder: string,
  { isDryRun, onCopied }: MoveOptions,
): Promise<MovedData> {
  const [file, accountsFile] = [join(folder, 'nankeen.sqlite'), join(folder, 'accounts.sqlite')];
  if (!existsSync(file)) throw refused(`${folder} has no nankeen.sqlite.`);
  const release = lockDataDir(folder, { pid: process.pid });
  try {
    return await onTarget(options, async (target) => {
      await requireNoSchemas(target.data, [options.schema, target.accountsSchema]);
      const planned = readAmounts(file);
      if (isDryRun) return planned;
      const asideOptions = { ...options, keptAs: null, hasNewAccounts: true };
      return fillAside(target, asideOptions, async ({ schema, data, accounts, accountsSchema }) => {
        await openTables(data, { schema });
        await openAccountTables(accounts, accountsSchema);
        await copyFromSqlite(data, file, (entries) => onCopied(entries, planned.entries));
        if (existsSync(accountsFile)) await copyAccountsFromSqlite(accounts, accountsFile);
        const secrets = Object.entries(peekSecrets(toSecretsFile(folder)));
        await data.change(SECRETS_AT_ONCE, [
          secrets.map(([name]) => name),
          secrets.map(([, value]) => value),
        ]);
        await assertFilesFolder(data, filesFolder);
        const moved = await requireSame(file, data);
        markRestored(file);
        return moved;
      });
    });
  } finally {
    release();
  }
}

/**
 * Moves the data of a database into a folder without any. Devices go on without another pull; the schemas stay as they
 * are, and nodes that are started on them again begin a new epoch.
 * @throws AppError when the folder has data, nodes are running, it is interrupted, or the database can't be used
 */
export async function moveToFolder(
  options: ConnectionOptions,
  folder: string,
  { isDryRun, onCopied }: MoveOptions,
): Promise<MovedData> {
  const [file, accountsFile] = [join(folder, 'nankeen.sqlite'), join(folder, 'accounts.sqlite')];
  if (existsSync(file) || existsSync(accountsFile)) throw refused(`${folder} has data already.`);
  return onTarget(options, async ({ schema, data, accounts }) => {
    await requireShop(data, schema);
    await requireNoNodes(data, schema);
    const planned = await readAmountsOf(data);
    if (isDryRun) return planned;
    const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
    let isMoved = false;
    const release = lockDataDir(folder, { pid: process.pid });
    try {
      await copyAccountsToSqlite(accounts, accountsFile);
      await copyToSqlite(data, file, (entries) => onCopied(entries, planned.entries));
      const secrets = await readSecretRows(data);
      if (Object.keys(secrets).length > 0) storeSecrets(toSecretsFile(folder), secrets);
      const moved = await requireSame(file, data);
      // The next start on the database is in a new epoch.
      await data.write((connection) => endEpoch(connection, moved.sequence));
      isMoved = true;
      return moved;
    } finally {
      release();
      // Otherwise the same command would find a folder with data.
      const left = isMoved ? [] : [file, accountsFile, ...(made === undefined ? [] : [made])];
      for (const one of left) rmSync(one, { recursive: true, force: true });
    }
  });
}

/** Opens both schemas while `work` runs. @throws AppError when the database can't be used */
export async function onTarget<Result>(
  options: ConnectionOptions,
  work: (target: Target) => Promise<Result>,
): Promise<Result> {
  return withSchemas(options, work).catch((cause: unknown) => {
    throw toStartError(cause, options);
  });
}

async function withSchemas<Result>(
  options: ConnectionOptions,
  work: (target: Target) => Promise<Result>,
): Promise<Result> {
  const accountsSchema = `${options.schema}_accounts`;
  const data = createConnections(options);
  const accounts = createConnections({ ...options, schema: accountsSchema });
  try {
    return await work({ schema: options.schema, data, accounts, accountsSchema });
  } finally {
    await Promise.all([data.close(), accounts.close()]);
  }
}

interface AsideOptions extends ConnectionOptions {
  /** The new name of the shop's present schema; null if there is none. */
  readonly keptAs: string | null;
  /** Whether the accounts' schema is filled, too. */
  readonly hasNewAccounts: boolean;
}

/**
 * Fills schemas of other names, which take the shop's names in one transaction once all is done. Until then the shop is
 * what it was; what a killed run leaves is removed by the next one.
 * @throws AppError what `fill` throws, and when a node was started or a schema created meanwhile, or another run fills
 *   the same shop. Then the database is what it was.
 */
export async function fillAside<Result>(
  { schema, data, accountsSchema }: Target,
  { keptAs, hasNewAccounts, ...options }: AsideOptions,
  fill: (incoming: Target) => Promise<Result>,
): Promise<Result> {
  // PostgreSQL cuts names to 63 characters.
  const aside = `${schema.slice(0, 40)}_incoming`;
  const filled = [[aside, schema], ...(hasNewAccounts ? [[`${aside}_accounts`, accountsSchema]] : [])];
  const makings = filled.map(([from]) => `CREATE SCHEMA ${from}; COMMENT ON SCHEMA ${from} IS '${MARK}'`);
  const renames = [
    ...(keptAs === null ? [] : [`ALTER SCHEMA ${schema} RENAME TO ${keptAs}`]),
    ...filled.map(([from, to]) => `COMMENT ON SCHEMA ${from} IS NULL; ALTER SCHEMA ${from} RENAME TO ${to}`),
  ];
  const remove = () => data.run(`DROP SCHEMA IF EXISTS ${aside}, ${aside}_accounts CASCADE`);
  return alone(data, aside, async () => {
    await requireOwn(data, [aside, `${aside}_accounts`]);
    await remove();
    await data.run(makings.join('; '));
    try {
      const result = await withSchemas({ ...options, schema: aside }, fill);
      await data.write(async (connection) => {
        await connection.rows(START_IN_TURN);
        if (keptAs !== null) assertNoNodes(await readNodes(connection, schema));
        await connection.run(renames.join('; '));
      });
      return result;
    } catch (cause) {
      await remove();
      throw toRefusal(cause);
    }
  });
}

/** @returns what an admin reads when a schema of a name that is needed was created meanwhile */
function toRefusal(cause: unknown): unknown {
  const { code, message } = cause as { readonly code?: unknown; readonly message: string };
  if (code !== '42P06') return cause;
  const text = `A name was taken meanwhile (${message}), so the database keeps what it had. Run the command again.`;
  return new AppError('failed-precondition', text, { cause });
}

/** Comment of a schema that a move or restore fills. */
const MARK = 'Filled by a move or restore of Nankeen';

/** @throws AppError for schemas of other programs, which must not be removed */
async function requireOwn(data: Connections, schemas: readonly string[]): Promise<void> {
  const [other] = await data.rows<{ name: string }>(
    `SELECT nspname::text AS name FROM pg_namespace
     WHERE nspname = ANY ($1::text[]) AND obj_description(oid, 'pg_namespace') IS DISTINCT FROM $2`,
    [schemas, MARK],
  );
  if (!other) return;
  throw refused(
    `The database has a schema ${other.name} that no move or restore has made. Rename it, or drop it if nobody needs it.`,
  );
}

/** Runs `work` while no other move or restore fills the schema. @throws AppError at once while one does */
async function alone<Result>(
  { pool }: Connections,
  schema: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  // It only holds the lock, so nobody waits for an answer when it is lost.
  client.on('error', () => undefined);
  try {
    const lock = 'SELECT pg_try_advisory_lock(hashtextextended($1, 3)) AS "isFree"';
    const { rows } = await client.query<{ isFree: boolean }>(lock, [schema]);
    if (rows[0]?.isFree !== true)
      throw refused('Another move or restore of this shop is running. Wait until it has ended.');
    return await work();
  } finally {
    await client.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    client.release(true);
  }
}

/** @returns those that exist */
export async function findSchemas(data: Connections, schemas: readonly string[]): Promise<readonly string[]> {
  const found = await data.rows<{ name: string }>(
    'SELECT nspname::text AS name FROM pg_namespace WHERE nspname = ANY ($1::text[])',
    [schemas],
  );
  return found.map(({ name }) => name);
}

/** @throws AppError `not-found` */
export async function requireShop(data: Connections, schema: string): Promise<void> {
  if ((await findSchemas(data, [schema])).length > 0) return;
  const message = `The database has no schema ${schema}, so no shop. Start a server on it first, or move one there. Nothing was changed.`;
  throw new AppError('not-found', message, { nothingWritten: true });
}

async function requireNoSchemas(data: Connections, schemas: readonly string[]): Promise<void> {
  const found = await findSchemas(data, schemas);
  if (found.length === 0) return;
  const names = found.join(' and ');
  throw refused(`The database has ${names} already. Set DATABASE_SCHEMA to another name.`);
}

/** @throws AppError while one runs */
export async function requireNoNodes(data: Connections, schema: string): Promise<void> {
  assertNoNodes(await readNodes(data, schema));
}

function assertNoNodes(nodes: readonly { readonly name: string }[]): void {
  if (nodes.length === 0) return;
  const names = nodes.map(({ name }) => name).join(', ');
  throw refused(`Nodes are running: ${names}. Stop them first.`, 'LOCKED');
}

/** @throws AppError `data-loss` when the two sides differ */
export async function requireSame(file: string, data: Connections): Promise<MovedData> {
  const [here, there] = [readAmounts(file), await readAmountsOf(data)];
  if (isDeepStrictEqual(here, there)) return here;
  throw new AppError('data-loss', 'The copy differs from its source, so the source stays in use.');
}

interface Amounts extends MovedData {
  /** Sum of the checksums of all entries. */
  readonly checksum: number;
}

/** Of a data file. */
export function readAmounts(file: string): Amounts {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const found = database.prepare<[], Amounts>(AMOUNTS).get();
    return found ?? { documents: 0, entries: 0, sequence: 0, checksum: 0 };
  } finally {
    database.close();
  }
}

async function readAmountsOf(data: Connections): Promise<Amounts> {
  const [found] = await data.rows<MovedData & { readonly checksum: string }>(AMOUNTS);
  if (!found) throw refused('The database has no data.');
  return { ...found, checksum: Number(found.checksum) };
}

function refused(problem: string, reason?: string): AppError {
  const message = `${problem} Nothing was changed.`;
  return new AppError('failed-precondition', message, { reason, nothingWritten: true });
}
