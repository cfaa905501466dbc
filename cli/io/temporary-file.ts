import { randomBytes } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toIoFailure } from '#cli/failure.ts';

/** A private file that disappears when the process ends. */
export interface TemporaryFile {
  readonly handle: FileHandle;
  /** @throws Failure that names the folder when its disk is full */
  append(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

export async function createTemporaryFile(): Promise<TemporaryFile> {
  const path = join(tmpdir(), `nankeen-${randomBytes(8).toString('hex')}`);
  const handle = await open(path, 'wx+', 0o600).catch((error: unknown) => {
    throw toTemporaryFailure(error);
  });
  // An unlinked file disappears with the process. Windows can't unlink an open file; there, `close` does.
  await unlink(path).catch(() => undefined);
  return {
    handle,
    append: (bytes) =>
      handle.appendFile(bytes).catch((error: unknown) => {
        throw toTemporaryFailure(error);
      }),
    async close() {
      await handle.close();
      await unlink(path).catch(() => undefined);
    },
  };
}

/** Names the folder: the name of the temporary file is of no use. */
function toTemporaryFailure(error: unknown): Error {
  return toIoFailure(error, `A temporary file in ${tmpdir()} (TMPDIR)`);
}
