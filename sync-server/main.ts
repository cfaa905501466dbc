import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '#shared/kernel/clock.ts';
import { AppError, toErrorBody } from '#shared/kernel/app-error.ts';
import { DEMO_STAFF_EMAIL } from './accounts/demo-staff.ts';
import { loadSettings } from './load-settings.ts';
import { readConfig, type Config } from './config.ts';
import { openContext, type ServerContext } from './context.ts';
import { seedDemoCatalogue } from './demo/seed.ts';
import { readPrivateConfig } from './private-config.ts';
import { startPrivateServer, startServer, type RunningServer } from './server.ts';
import { toBanner } from './start-banner.ts';
import type { MovedData, OnCopied } from './stores/postgres/move.ts';
import { restoreBackup, type RestoredBackup } from './stores/sqlite/restore-backup.ts';

const packageRoot = fileURLToPath(new URL('..', import.meta.url));

/** Serves the shop until a signal ends it. When the data have begun another epoch, all is opened again. */
async function main(): Promise<void> {
  const config = readConfig(process.env, packageRoot);
  const isEnded = new Promise<true>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(true));
  });
  for (let starts = 1; ; starts++) {
    const context = await openShop(config).catch(failToStart);
    const server = await startServer(context).catch(failToStart);
    if (starts === 1) process.stdout.write(toBanner(config, context.secrets, server.port));
    if (await Promise.race([isEnded, context.storage.epochEnded ?? isEnded])) return end(server);
    context.log.warn(
      {},
      'The database was replaced, or a newer node has changed its tables, so all is opened again.',
    );
    await server.stop();
  }
}

async function openShop(config: Config): Promise<ServerContext> {
  const context = await openContext(config);
  const { demo } = context.secrets;
  if (demo) {
    await seedDemoCatalogue(
      context.storage.documents,
      join(packageRoot, 'sync-server/demo/catalogue'),
      context.clock,
    );
    await context.accounts.ensureDemoStaff(DEMO_STAFF_EMAIL, demo.staffPassword);
  }
  return context;
}

/** Serves a single command until it closes standard input; prints the port as a line of JSON. */
async function servePrivately(isReading: boolean): Promise<void> {
  const context = await openContext(readPrivateConfig(process.env, packageRoot, isReading));
  const server = await startPrivateServer(context);
  // A pipe emits both `end` and `close`, a file only `end`.
  for (const event of ['end', 'close']) process.stdin.once(event, () => end(server));
  process.stdin.resume();
  print({ port: server.port });
}

/** Restores the data or the accounts of a backup. @returns where, or in which schema, the old ones are */
async function restore(
  part: 'data' | 'accounts',
  backup: string,
  { interruption, onCopied }: Task,
): Promise<RestoredBackup> {
  const config = readPrivateConfig({ ...process.env, ADMIN_TOKEN: undefined }, packageRoot);
  const { dataDir, filesDir, database } = config;
  const clock = systemClock;
  if (!database) return restoreBackup(dataDir, backup, { part, clock, interruption, filesDir });
  const { restoreToPostgres } = await import('./stores/postgres/restore.ts');
  return restoreToPostgres(backup, database, config, { clock, interruption, onCopied });
}

/** Moves the data between the folder and the database of the settings. @returns how much it was */
async function move(to: string, isDryRun: boolean, { interruption, onCopied }: Task): Promise<MovedData> {
  const config = readPrivateConfig({ ...process.env, ADMIN_TOKEN: undefined }, packageRoot);
  const { dataDir, filesDir } = config;
  if (!config.database) throw new AppError('invalid-argument', 'A move needs the address of a database.');
  const database = { ...config.database, interruption };
  const { moveToFolder, moveToPostgres } = await import('./stores/postgres/move.ts');
  return to === 'database'
    ? moveToPostgres(dataDir, database, filesDir, { isDryRun, onCopied })
    : moveToFolder(database, dataDir, { isDryRun, onCopied });
}

interface Task {
  readonly interruption: AbortSignal;
  readonly onCopied: OnCopied;
}

/**
 * Runs a task of a single command, which closes standard input to interrupt it. Prints its progress and then the result
 * as lines of JSON.
 */
async function runTask(work: (task: Task) => Promise<object>): Promise<void> {
  const interruption = new AbortController();
  const interrupt = () =>
    interruption.abort(
      new AppError('cancelled', 'Interrupted. Nothing was changed.', { nothingWritten: true }),
    );
  for (const event of ['end', 'close']) process.stdin.once(event, interrupt);
  process.stdin.resume();
  const onCopied: OnCopied = (copied, total) => print({ copied, total });
  print(await work({ interruption: interruption.signal, onCopied }));
  process.stdin.destroy();
}

function print(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

let isEnding = false;

function end(server: RunningServer): void {
  if (isEnding) return;
  isEnding = true;
  server.stop().then(() => process.exit(0), fail);
}

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof AppError ? error.message : String((error as Error).stack)}\n`);
  process.exit(1);
}

/** The system names a path or an address in its errors, such as `EACCES: permission denied, mkdir '/srv/data'`. */
function failToStart(error: NodeJS.ErrnoException): never {
  if (error instanceof AppError || error.syscall === undefined) throw error;
  const message = `The server did not start: ${error.message}. Check DATA_DIR, FILES_DIR, HOST and PORT, and the rights of this account.`;
  throw new AppError('failed-precondition', message, { cause: error });
}

/** Prints the error as JSON for the calling command. */
function failInJson(error: unknown): never {
  const known = error instanceof AppError ? error : new AppError('internal', (error as Error).message);
  print(toErrorBody(known));
  return fail(error);
}

// Only this account may read files in the data folder.
process.umask(0o077);
process.once('uncaughtException', fail);
// Settings may also be in a file; the environment takes precedence.
const settings = join(packageRoot, '.env');
if (existsSync(settings)) loadSettings(settings, process.env);

const [mode, file = '', option] = process.argv.slice(2);
if (mode === '--private') servePrivately(file === '--reading').catch(failInJson);
else if (mode === '--restore') runTask((task) => restore('data', file, task)).catch(failInJson);
else if (mode === '--restore-accounts') runTask((task) => restore('accounts', file, task)).catch(failInJson);
else if (mode === '--move') runTask((task) => move(file, option === '--dry-run', task)).catch(failInJson);
else main().catch(fail);
