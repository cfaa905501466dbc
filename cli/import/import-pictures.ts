import { setTimeout as wait } from 'node:timers/promises';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { splitLines } from '#cli/io/lines.ts';
import { countOf, formatBytes } from '#cli/io/numbers.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { FILE_ROUTES } from '#shared/api/file-routes.ts';
import { PICTURE_BUCKET, toFileAddress } from '#shared/api/file-storage.ts';
import { UPLOADS } from '#shared/api/migration-routes.ts';
import { checkFile, type FileToCheck } from './checked-file.ts';
import { replaceAddresses } from './picture-addresses.ts';
import { sendPicture } from './picture-sender.ts';
import { openSourceFile } from './source-file.ts';

/** The file is changed as one text in memory. */
const MAX_BYTES = 256 * 1_048_576;
const AT_ONCE = 4;
const POLL_MS = 250;
/** Polls without a change after which the rest is left to the server: without a picture process nothing is made. */
const MOST_POLLS = 40;

export interface PictureRun extends FileToCheck {
  readonly context: CliContext;
  readonly connection: ServerConnection;
}

/** What became of the pictures of other hosts that a file's products name. */
export interface PictureReport {
  /** Addresses of stored pictures, and how many different pictures they are. */
  readonly addresses: number;
  readonly pictures: number;
  /** Pictures that the server has received and not made yet. */
  readonly due: number;
  /** Addresses that stay as they are. */
  readonly left: readonly { readonly address: string; readonly reason: string }[];
}

/**
 * Stores the pictures of other hosts that a file's products name in the shop.
 * @returns the file with the shop's own addresses; unchanged if it has invalid documents
 */
export async function importPictures(
  run: PictureRun,
): Promise<{ readonly content: Uint8Array<ArrayBuffer>; readonly report: PictureReport }> {
  const content = await readContent(run);
  const wanted = await listAddresses({ ...run, content });
  // One character a byte, whatever the encoding.
  const text = content.toString('latin1');
  const found = new Set<string>();
  replaceAddresses(text, (address) => void (wanted.has(address) && found.add(address)));
  const ids = new Map<string, string>();
  const left = new Map([...wanted].filter((one) => !found.has(one)).map((one) => [one, OTHERWISE_WRITTEN]));
  await sendAll(run, found, { ids, left });
  const { refused, due } = await waitUntilMade(run, new Set(ids.values()));
  for (const [address, id] of ids) {
    const reason = refused.get(id);
    if (reason === undefined) continue;
    ids.delete(address);
    left.set(address, reason);
  }
  const changed = replaceAddresses(text, (address) => {
    const id = ids.get(address);
    return id === undefined ? undefined : toFileAddress(PICTURE_BUCKET, id);
  });
  return {
    content: Buffer.from(changed, 'latin1'),
    report: {
      addresses: ids.size,
      pictures: new Set(ids.values()).size,
      due,
      left: [...left].map(([address, reason]) => ({ address: toUtf8(address), reason })),
    },
  };
}

const OTHERWISE_WRITTEN = 'the file writes it in a way that can’t be replaced';

/** Lines for a person. */
export function toPictureLines({ addresses, pictures, due, left }: PictureReport): string[] {
  const stored = `Pictures: ${countOf(pictures, 'picture')} of other hosts stored for ${countOf(addresses, 'address', 'addresses')}`;
  return [
    `${stored}${due === 0 ? '' : `, ${due} of them still being made`}.`,
    ...(left.length === 0 ? [] : [`${countOf(left.length, 'address stays', 'addresses stay')} as before:`]),
    ...left.map(({ address, reason }) => `  ${address}: ${reason}`),
  ];
}

async function readContent({ context, progress, ...place }: PictureRun): Promise<Buffer<ArrayBuffer>> {
  const source = await openSourceFile(context, place, progress);
  try {
    if (source.bytes > MAX_BYTES) {
      const message = `${source.name} is larger than ${formatBytes(MAX_BYTES)}, too large for --with-pictures. Split the file.`;
      throw new Failure(EXIT.invalidInput, message);
    }
    const content = Buffer.from(await source.read(0, source.bytes));
    if (content[0] !== 0x1f || content[1] !== 0x8b) return content;
    throw new Failure(
      EXIT.invalidInput,
      `${source.name} is compressed: unpack it first for --with-pictures.`,
    );
  } finally {
    await source.close();
  }
}

/** Addresses of pictures on other hosts, one character a byte; none for a file that the import will refuse. */
async function listAddresses(run: PictureRun): Promise<ReadonlySet<string>> {
  const { context, connection, settings } = run;
  return checkFile(context, connection, run, async ({ report, spec }) => {
    const addresses = new Set<string>();
    if (report.rejected > 0 && settings.continue !== true) return addresses;
    const lines = await connection.openStream(`${UPLOADS}/documents`, { body: spec });
    for await (const line of splitLines(lines)) {
      const { productImages = [] } = JSON.parse(line.toString()) as Pictured;
      for (const { value } of productImages) {
        const isOwn = value.startsWith(`${connection.origin}/`);
        if (/^https?:\/\//i.test(value) && !isOwn) addresses.add(Buffer.from(value).toString('latin1'));
      }
    }
    return addresses;
  });
}

interface Pictured {
  readonly productImages?: readonly { readonly value: string }[];
}

/** Sends several pictures at once. Fills in the id of each, or why there is none. */
async function sendAll(
  { context, connection, progress }: PictureRun,
  addresses: ReadonlySet<string>,
  { ids, left }: { readonly ids: Map<string, string>; readonly left: Map<string, string> },
): Promise<void> {
  const waiting = addresses.values();
  let bytes = 0;
  async function sendNext(): Promise<void> {
    for (const address of waiting) {
      context.interruption.throwIfAborted();
      const sent = await sendPicture(context, connection, toUtf8(address));
      if ('reason' in sent) left.set(address, sent.reason);
      else {
        ids.set(address, sent.id);
        progress.report({ label: 'Pictures', bytes: (bytes += sent.bytes) });
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext)).finally(() => progress.end());
}

/** @returns reasons of refused pictures by id, and how many are not made yet */
async function waitUntilMade(
  { context, connection }: PictureRun,
  ids: ReadonlySet<string>,
): Promise<{ readonly refused: ReadonlyMap<string, string>; readonly due: number }> {
  const refused = new Map<string, string>();
  const due = new Set(ids);
  for (let polls = 0; due.size > 0 && polls < MOST_POLLS; polls += 1) {
    for (const id of due) {
      const params = { bucket: PICTURE_BUCKET, path: `${id}.webp` };
      const { state, reason } = await connection.call(FILE_ROUTES.file, { params });
      // Pictures are made in the order they arrived.
      if (state === 'received') break;
      if (state === 'refused') refused.set(id, REASONS[reason ?? ''] ?? 'the server refused it');
      due.delete(id);
      polls = 0;
    }
    if (due.size > 0) await wait(POLL_MS, undefined, { signal: context.interruption });
  }
  return { refused, due: due.size };
}

const REASONS: Readonly<Record<string, string>> = {
  type: 'it is not a JPEG, PNG, WebP or AVIF picture',
  pixels: 'it has more than 40 megapixels, or as an AVIF 15, with more than 8 bits a colour 11',
  damaged: 'it is damaged',
  animated: 'it is animated',
};

function toUtf8(address: string): string {
  return Buffer.from(address, 'latin1').toString();
}
