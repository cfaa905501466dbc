import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '#shared/kernel/app-error.ts';
import { readConfig } from './config.ts';
import { createContext } from './context.ts';
import { DEMO_STAFF_EMAIL } from './demo/secrets.ts';
import { seedDemoCatalogue } from './demo/seed.ts';
import { createLog } from './log.ts';
import { startServer } from './server.ts';
import { toBanner } from './start-banner.ts';

const packageRoot = fileURLToPath(new URL('..', import.meta.url));

async function main(): Promise<void> {
  // Whatever is written into the data folder, only this account may read it.
  process.umask(0o077);
  // Settings may also stand in a file; the environment's own come first.
  const settings = join(packageRoot, '.env');
  if (existsSync(settings)) process.loadEnvFile(settings);
  const config = readConfig(process.env, packageRoot);
  const log = createLog({ level: config.logLevel });
  const context = await createContext({ config, log });
  const { demo } = context.secrets;
  if (demo) {
    await seedDemoCatalogue(context.store, join(packageRoot, 'sync-server/demo/catalogue'), context.clock);
    await context.accounts.ensureDemoStaff(DEMO_STAFF_EMAIL, demo.staffPassword);
  }
  const server = await startServer(context, packageRoot);
  process.stdout.write(toBanner(config, context.secrets, server.port));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.stop().then(() => process.exit(0), fail);
    });
  }
}

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof AppError ? error.message : String((error as Error).stack)}\n`);
  process.exit(1);
}

process.once('uncaughtException', fail);
main().catch(fail);
