import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '#shared/kernel/clock.ts';
import { AppError, toErrorBody } from '#shared/kernel/app-error.ts';
import { readConfig } from './config.ts';
import { createContext } from './context.ts';
import { DEMO_STAFF_EMAIL, seedDemoCatalogue } from './demo/seed.ts';
import { readPrivateConfig } from './private-config.ts';
import { startPrivateServer, startServer, type RunningServer } from './server.ts';
import { toBanner } from './start-banner.ts';
import { restoreBackup } from './stores/sqlite/restore-backup.ts';

const packageRoot = fileURLToPath(new URL('..', import.meta.url));

async function main(): Promise<void> {
  const config = readConfig(process.env, packageRoot);
  const context = createContext(config);
  const { demo } = context.secrets;
  if (demo) {
    await seedDemoCatalogue(
      context.storage.documents,
      join(packageRoot, 'sync-server/demo/catalogue'),
      context.clock,
    );
    await context.accounts.ensureDemoStaff(DEMO_STAFF_EMAIL, demo.staffPassword);
  }
  const server = await startServer(context);
  process.stdout.write(toBanner(config, context.secrets, server.port));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(server));
}

/** For one command, which holds standard input open as long as it needs the server; says its port in a line of JSON. */
async function servePrivately(isReading: boolean): Promise<void> {
  const context = createContext(readPrivateConfig(process.env, packageRoot, isReading));
  const server = await startPrivateServer(context);
  // A pipe both ends and closes, a file only ends.
  for (const event of ['end', 'close']) process.stdin.once(event, () => end(server));
  process.stdin.resume();
  answer({ port: server.port });
}

/** Puts a backup in the place of the data, and says in a line of JSON what was kept where. */
async function restore(backup: string): Promise<void> {
  const { dataDir } = readPrivateConfig({ ...process.env, ADMIN_TOKEN: undefined }, packageRoot);
  answer(await restoreBackup(dataDir, backup, systemClock));
}

function answer(value: object): void {
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

/** For a command, which reads it. */
function failInJson(error: unknown): never {
  const known = error instanceof AppError ? error : new AppError('internal', (error as Error).message);
  answer(toErrorBody(known));
  return fail(error);
}

// Whatever is written into the data folder, only this account may read it.
process.umask(0o077);
process.once('uncaughtException', fail);
// Settings may also stand in a file; the environment's own come first.
const settings = join(packageRoot, '.env');
if (existsSync(settings)) process.loadEnvFile(settings);

const [mode, file = ''] = process.argv.slice(2);
if (mode === '--private') servePrivately(file === '--reading').catch(failInJson);
else if (mode === '--restore') restore(file).catch(failInJson);
else main().catch(fail);
