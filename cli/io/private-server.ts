import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toIoFailure } from '#cli/failure.ts';
import { findDataFolder, readJsonLine, spawnServer } from './server-process.ts';

export interface PrivateServer {
  readonly origin: string;
  readonly token: string;
}

/**
 * The project's own server on a data folder, for this command alone: so there is one way to read and write the data. It
 * ends with the command, also when that is killed.
 * @param isReading nothing is written, so that it may read beside a running server
 * @throws Failure `locked` when another process holds the folder, `notFound` when there are no data
 */
export async function startPrivateServer(
  context: CliContext,
  db: string,
  { isReading = false } = {},
): Promise<PrivateServer> {
  const folder = await findDataFolder(db);
  if (!(await stat(join(folder, 'nankeen.sqlite')).catch(() => undefined))) {
    throw new Failure(EXIT.notFound, `${folder} holds no nankeen.sqlite.`, {
      hint: 'Give the data folder of a server. A server that is started on an empty folder fills it.',
    });
  }
  return start(context, folder, isReading);
}

/** The same on a folder of its own, which is gone when the command ends. */
export async function startTemporaryServer(context: CliContext): Promise<PrivateServer> {
  const folder = await mkdtemp(join(tmpdir(), 'nankeen-')).catch((error: unknown) => {
    throw toIoFailure(error, `The temporary folder ${tmpdir()}`);
  });
  try {
    return await start(context, folder, false);
  } finally {
    context.disposers.push(() => rm(folder, { recursive: true, force: true }));
  }
}

async function start(context: CliContext, folder: string, isReading: boolean): Promise<PrivateServer> {
  const token = randomBytes(32).toString('base64url');
  const { serverEntry, environment } = context;
  const child = spawnServer({
    entry: serverEntry,
    args: ['--private', ...(isReading ? ['--reading'] : [])],
    environment: { ...environment, DATA_DIR: folder, ADMIN_TOKEN: token },
  });
  const closed = once(child, 'close');
  context.disposers.push(async () => {
    // That is what it waits for.
    child.stdin.end();
    await closed;
  });
  const { isInteractive, err } = context.terminal;
  const { port } = await readJsonLine(child, (notice) => isInteractive && err.write(`${notice}\n`));
  return { origin: `http://127.0.0.1:${String(port)}`, token };
}
