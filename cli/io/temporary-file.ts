import { randomBytes } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toIoFailure } from '#cli/failure.ts';

/** A private file that is gone with the process, however that ends. */
export interface TemporaryFile {
  readonly handle: FileHandle;
  /** @throws Failure that names the folder when its disk is full */
  append(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

export async function createTemporaryFile(): Promise<TemporaryFile> {
  const folder = tmpdir();
  const path = join(folder, `nankeen-${randomBytes(8).toString('hex')}`);
  const handle = await open(path, 'wx+', 0o600);
  // Without a name it is gone with the process. Windows keeps open files; there `close` removes it.
  await unlink(path).catch(() => undefined);
  return {
    handle,
    append: (bytes) =>
      handle.appendFile(bytes).catch((error: unknown) => {
        throw toIoFailure(error, `The temporary folder ${folder}`);
      }),
    async close() {
      await handle.close();
      await unlink(path).catch(() => undefined);
    },
  };
}
