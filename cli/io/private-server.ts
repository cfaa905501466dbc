import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toIoFailure } from '#cli/failure.ts';
import { findDataFolder, isDatabaseAddress, NO_DATABASE, readJson, spawnServer } from './server-process.ts';

export interface PrivateServer {
  readonly origin: string;
  readonly token: string;
}

/**
 * Starts the server program on a data folder or a database, for this command alone, so that all access goes through one code path. The
 * server exits with the command, even when the command is killed.
 * @param isReading read-only, which works beside a running server
 * @throws Failure `locked` when another process has locked the folder, `notFound` when it contains no data
 */
export async function startPrivateServer(
  context: CliContext,
  db: string,
  { isReading = false } = {},
): Promise<PrivateServer> {
  if (isDatabaseAddress(db)) return startOnTemporaryFolder(context, { DATABASE_URL: db }, isReading);
  const folder = await findDataFolder(db);
  if (!(await stat(join(folder, 'nankeen.sqlite')).catch(() => undefined))) {
    throw new Failure(EXIT.notFound, `${folder} contains no nankeen.sqlite.`, {
      hint: 'Name the data folder of a server. A server creates the file when it starts on an empty folder.',
    });
  }
  return start(context, { ...NO_DATABASE, DATA_DIR: folder }, isReading);
}

/** Starts a server without data, which is removed when the command ends. */
export function startTemporaryServer(context: CliContext): Promise<PrivateServer> {
  return startOnTemporaryFolder(context, { ...NO_DATABASE, FILES_DIR: '' });
}

type Settings = Readonly<Record<string, string>>;

async function startOnTemporaryFolder(
  context: CliContext,
  settings: Settings,
  isReading = false,
): Promise<PrivateServer> {
  const folder = await mkdtemp(join(tmpdir(), 'nankeen-')).catch((error: unknown) => {
    throw toIoFailure(error, `The temporary folder ${tmpdir()}`);
  });
  try {
    return await start(context, { ...settings, DATA_DIR: folder }, isReading);
  } finally {
    context.disposers.push(() => rm(folder, { recursive: true, force: true }));
  }
}

async function start(context: CliContext, settings: Settings, isReading: boolean): Promise<PrivateServer> {
  const token = randomBytes(32).toString('base64url');
  const { serverEntry, environment } = context;
  const child = spawnServer({
    entry: serverEntry,
    args: ['--private', ...(isReading ? ['--reading'] : [])],
    environment: { ...environment, ...settings, ADMIN_TOKEN: token },
  });
  const closed = once(child, 'close');
  context.disposers.push(async () => {
    // The server exits when its standard input ends.
    child.stdin.end();
    await closed;
  });
  const { isInteractive, err } = context.terminal;
  const { port } = await readJson(child, {
    onChecking: (notice) => isInteractive && err.write(`${notice}\n`),
  });
  return { origin: `http://127.0.0.1:${String(port)}`, token };
}
