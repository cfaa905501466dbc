import { createHash } from 'node:crypto';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toIoFailure } from '#cli/failure.ts';
import { openFileOutput } from './output.ts';
import type { BackupFacts } from '#shared/api/administration.ts';
import type { ServerConnection } from './server-connection.ts';

/**
 * Downloads a backup to a file that only its owner can read. Writes the whole file or nothing.
 * @param backup `sha256` is known for a backup that was just created
 * @throws Failure `verificationFailed` when size or checksum differ
 */
export async function saveBackup(
  connection: ServerConnection,
  backup: Pick<BackupFacts, 'name' | 'bytes'> & { readonly sha256?: string },
  file: string,
): Promise<void> {
  const { name, bytes, sha256 } = backup;
  const output = await openFileOutput(file);
  try {
    const hash = createHash('sha256');
    let length = 0;
    for await (const chunk of await connection.openStream('/admin/backups/{name}', { params: { name } })) {
      hash.update(chunk);
      length += chunk.length;
      await output.write(chunk);
    }
    if (length !== bytes || (sha256 !== undefined && hash.digest('hex') !== sha256)) {
      throw new Failure(
        EXIT.verificationFailed,
        `${name} did not arrive intact, so ${file} was not written.`,
      );
    }
    await output.commit();
  } catch (error) {
    await output.discard();
    throw error instanceof Failure ? error : toIoFailure(error, file);
  }
}
