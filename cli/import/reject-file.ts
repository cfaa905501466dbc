import { stat } from 'node:fs/promises';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { openFileOutput } from '#cli/io/output.ts';
import { toRejectLine, type Rejected } from '#shared/import/reject-line.ts';

/** Takes what is left out of an import, a line each; the file is there after `commit` only. */
export interface RejectFile {
  add(rejected: Rejected): Promise<void>;
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/**
 * A file that can be imported as it stands: every line holds the text it was made of. Only its owner can read it. With
 * `isNew` one that is there already is not replaced.
 */
export async function openRejectFile(
  file: string,
  { isNew }: { readonly isNew: boolean },
): Promise<RejectFile> {
  if (isNew && (await stat(file).catch(() => undefined))) {
    throw new Failure(
      EXIT.usage,
      `${file} holds what the first part of the import left out; name another file.`,
    );
  }
  const output = await openFileOutput(file);
  return {
    add: (rejected) => output.write(Buffer.from(`${toRejectLine(rejected)}\n`)),
    commit: () => output.commit(),
    discard: () => output.discard(),
  };
}
