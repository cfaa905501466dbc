import { createHash } from 'node:crypto';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { toFailure } from '#cli/failure.ts';
import { formatBytes } from '#cli/io/numbers.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { FILE_UPLOADS } from '#shared/api/file-routes.ts';
import { BUCKETS, isAccepted, PICTURE_BUCKET } from '#shared/api/file-storage.ts';
import { findFileType } from '#shared/api/file-type.ts';
import { toSourceFile } from './source-file.ts';
import { beginUpload, sendFile, toUploadId } from './upload.ts';

const UPLOAD_PATH = FILE_UPLOADS.replace('{bucket}', PICTURE_BUCKET);
const MAX_BYTES = BUCKETS[PICTURE_BUCKET].maxBytes;
const FETCH_TIMEOUT_MS = 60_000;
const MAX_REDIRECTS = 5;

/** A picture that the shop has received, or why it has not. */
export type SentPicture = { readonly id: string; readonly bytes: number } | { readonly reason: string };

type FetchedPicture = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly reason: string };

/**
 * Fetches a picture of another host and sends it to the shop's storage.
 * @throws Failure when the shop's server does not respond, or on an interruption
 */
export async function sendPicture(
  context: CliContext,
  connection: ServerConnection,
  address: string,
): Promise<SentPicture> {
  const fetched = await fetchPicture(context, address);
  if ('reason' in fetched) return fetched;
  const { bytes } = fetched;
  const type = findFileType(bytes);
  if (type === undefined || !isAccepted(PICTURE_BUCKET, type))
    return { reason: 'it is not a JPEG, PNG, WebP or AVIF picture' };
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  try {
    const begun = await beginUpload(connection, UPLOAD_PATH, { bytes: bytes.length, metadata: { id, type } });
    if (!begun.ok) throw connection.toFailure(begun.status, await begun.text());
    if (begun.status === 201) {
      const source = toSourceFile(address, bytes);
      const progress = { report() {}, end() {} };
      await sendFile(context, connection, { uploads: UPLOAD_PATH, id: toUploadId(begun), source, progress });
    }
    return { id, bytes: bytes.length };
  } catch (error) {
    const failure = toFailure(error);
    if (failure.exitCode !== EXIT.invalidInput && failure.exitCode !== EXIT.unexpected) throw failure;
    return { reason: failure.message };
  }
}

async function fetchPicture(context: CliContext, address: string): Promise<FetchedPicture> {
  const signal = AbortSignal.any([context.interruption, AbortSignal.timeout(FETCH_TIMEOUT_MS)]);
  try {
    let url = new URL(address);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      if (!/^https?:$/.test(url.protocol)) return { reason: `it is redirected to ${url.protocol}` };
      const response = await context.fetch(url, { redirect: 'manual', signal });
      const location = response.headers.get('location');
      if (response.status < 300 || response.status > 399 || location === null)
        return await readBody(response);
      await response.body?.cancel();
      url = new URL(location, url);
    }
    return { reason: `it is redirected more than ${MAX_REDIRECTS} times` };
  } catch (error) {
    context.interruption.throwIfAborted();
    return { reason: signal.aborted ? 'it took more than a minute' : toReason(error as Error) };
  }
}

/** fetch reports the cause of a broken connection below its own error. */
function toReason({ message, cause }: Error): string {
  return cause instanceof Error ? cause.message : message;
}

async function readBody(response: Response): Promise<FetchedPicture> {
  if (!response.ok) return { reason: `its host responds with status ${response.status}` };
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    length += part.length;
    if (length > MAX_BYTES) return { reason: `it is larger than ${formatBytes(MAX_BYTES)}` };
  }
  return { bytes: Buffer.concat(parts) };
}
