import { randomBytes } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A private file that is gone with the process, however that ends. */
export interface TemporaryFile {
  readonly handle: FileHandle;
  close(): Promise<void>;
}

export async function createTemporaryFile(): Promise<TemporaryFile> {
  const path = join(tmpdir(), `nankeen-${randomBytes(8).toString('hex')}`);
  const handle = await open(path, 'wx+', 0o600);
  // Without a name it is gone with the process. Windows keeps open files; there `close` removes it.
  await unlink(path).catch(() => undefined);
  return {
    handle,
    async close() {
      await handle.close();
      await unlink(path).catch(() => undefined);
    },
  };
}
