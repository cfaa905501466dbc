import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PictureMaker } from '#server/files/picture-maker.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { openSqliteStorage } from '#server/stores/sqlite/open-storage.ts';
import { API_PREFIX } from '#shared/api/routes.ts';
import { errorIn, signIn } from './core-calls.ts';
import { createCoreServer, type Caller, type CoreOptions, type CoreServer } from './core-server.ts';
import { silentLog } from './silent-log.ts';
import { toRemote } from './remote-store.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import type { Requests } from './upload-file.ts';

const TUS = { 'tus-resumable': '1.0.0' };

/** The bytes of a file that begins like a WebP picture. */
export function toPicture(text: string, size = 100): Buffer {
  return Buffer.concat([Buffer.from('RIFF0000WEBP'), Buffer.from(text.padEnd(size - 12))]);
}

export function toDocument(text: string): Buffer {
  return Buffer.from(`%PDF-1.7\n${text}`);
}

export function toFileId(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/** A maker whose next pictures wait, fail or are refused. */
export interface FakeMaker extends PictureMaker {
  /** Ids of the pictures it was asked for. */
  readonly asked: string[];
  /** Replaces the making of a picture. */
  act: (id: string, write: () => void) => ReturnType<PictureMaker['make']>;
}

export function createFakeMaker(): FakeMaker {
  const asked: string[] = [];
  const closing = new AbortController();
  const closed = new Promise<never>((_resolve, reject) => {
    closing.signal.addEventListener('abort', () => reject(new Error('The maker is closed.')));
  });
  closed.catch(() => undefined);
  const maker: FakeMaker = {
    asked,
    act: async (_id, write) => {
      write();
      return { ok: true, width: 800, height: 600 };
    },
    make: ({ source, folder, id }) => {
      asked.push(id);
      if (!existsSync(source)) throw new Error('The source is missing.');
      const names = ['.webp', '-480.avif', '-960.avif', '-1600.avif'].map((end) => id + end);
      const write = () => {
        for (const name of names) writeFileSync(join(folder, name), `made ${name}`);
      };
      return Promise.race([maker.act(id, write), closed]);
    },
    close: async () => closing.abort(),
  };
  return maker;
}

/** The server on real files. */
export interface FileWorld extends CoreServer {
  readonly clock: TestClock;
  readonly maker: FakeMaker;
  readonly files: FileStore;
  readonly dataDir: string;
  /** Names of the stored files. */
  names(): readonly string[];
}

/** Mia is a manager, Sam is staff, Ada and Bob are customers. */
export const MANAGER: Caller = { session: 'mia' };
export const STAFF: Caller = { session: 'sam' };
export const CUSTOMER: Caller = { session: 'ada' };
export const OTHER: Caller = { session: 'bob' };

interface FileWorldOptions {
  readonly maker?: FakeMaker;
  /** Whether the server reads and writes the rows of files as late as over a network. */
  readonly isRemote?: boolean;
}

const worlds: FileWorld[] = [];

export function openFileWorld({
  maker = createFakeMaker(),
  isRemote = false,
  ...options
}: CoreOptions & FileWorldOptions = {}): FileWorld {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'nankeen-files-'));
  const clock = createTestClock();
  const opened = openSqliteStorage({
    folder: dataDir,
    holder: { pid: process.pid },
    isReading: false,
    clock,
    rejectedBytes: 1e6,
    shopAddress: undefined,
    checks: false,
    log: silentLog,
  });
  const storage = isRemote ? { ...opened, files: toRemote(opened.files) } : opened;
  const parts = { ...options, pictureMaker: maker, dataDir, storage };
  const server = createCoreServer(storage.documents, clock, parts);
  const mia = { accountId: 'id-of-mia', email: 'mia@example.com', isStaff: true, role: 'manager' } as const;
  server.sessions.set('mia', mia);
  signIn(server, 'sam', true);
  signIn(server, 'ada');
  signIn(server, 'bob');
  const names = () =>
    readdirSync(join(dataDir, 'files')).filter((name) => name !== 'uploads' && name !== 'making');
  const world = { ...server, clock, maker, files: opened.files, dataDir, names };
  worlds.push(world);
  return world;
}

/** A server on the data folder as it would be found if the first one were killed now. */
export function openAfterKill(
  { dataDir }: FileWorld,
  options: Parameters<typeof openFileWorld>[0] = {},
): FileWorld {
  const copy = mkdtempSync(join(tmpdir(), 'nankeen-files-'));
  cpSync(dataDir, copy, { recursive: true, filter: (name) => !name.includes('nankeen.lock') });
  return openFileWorld({ ...options, dataDir: copy });
}

/** Closes all worlds and removes their folders. */
export async function closeFileWorlds(): Promise<void> {
  for (const { close, dataDir } of worlds.splice(0)) {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export interface Sending {
  readonly bucket?: string;
  readonly as?: Caller;
  /** The announced id, length and type, if not those of the bytes. */
  readonly id?: string;
  readonly length?: number;
  readonly type?: string;
}

export function beginUpload(
  server: Requests,
  bytes: Uint8Array,
  { bucket = 'product-pictures', as = STAFF, ...announced }: Sending = {},
): Promise<Response> {
  const isDocument = Buffer.from(bytes).toString('latin1').startsWith('%PDF');
  const { id = toFileId(bytes), type = isDocument ? 'application/pdf' : 'image/webp' } = announced;
  const metadata = Object.entries({ id, type }).map(
    ([name, text]) => `${name} ${Buffer.from(text).toString('base64')}`,
  );
  const length = String(announced.length ?? bytes.length);
  const headers = { ...TUS, 'upload-length': length, 'upload-metadata': metadata.join(',') };
  return server.request(`/storage/${bucket}/uploads`, { as, method: 'POST', headers });
}

/** The address of a begun upload, below the API's prefix. */
export function toUploadPath(begun: Response): string {
  return (begun.headers.get('location') ?? '').replace(API_PREFIX, '');
}

export function sendPiece(
  server: Requests,
  path: string,
  {
    bytes,
    from = 0,
    as = STAFF,
  }: { readonly bytes: Uint8Array; readonly from?: number; readonly as?: Caller },
): Promise<Response> {
  const headers = {
    ...TUS,
    'upload-offset': String(from),
    'content-type': 'application/offset+octet-stream',
    'content-length': String(bytes.length),
  };
  return server.request(path, { as, method: 'PATCH', headers, body: new Uint8Array(bytes) });
}

/** HEAD or DELETE of an upload. */
export function callUpload(server: Requests, method: 'HEAD' | 'DELETE', path: string, as: Caller = STAFF) {
  return server.request(path, { as, method, headers: TUS });
}

/** Sends a file in one piece and waits for its picture. @returns its id */
export async function sendFile(server: FileWorld, bytes: Uint8Array, options: Sending = {}): Promise<string> {
  const begun = await beginUpload(server, bytes, options);
  if (begun.status !== 201) throw new Error(`${begun.status} ${await begun.text()}`);
  const { as = STAFF } = options;
  const sent = await sendPiece(server, toUploadPath(begun), { bytes, as });
  if (sent.status !== 204) throw new Error(`${sent.status} ${await sent.text()}`);
  await server.library.makeDue();
  return toFileId(bytes);
}

/** Facts of a file, or the status of a refusal. */
export async function readFacts(server: Requests, path: string, as: Caller = STAFF): Promise<unknown> {
  const response = await server.request(`/storage/${path}`, { as });
  return response.status === 200 ? response.json() : response.status;
}

/** Status and storage code of a refusal. */
export async function refusalOf(response: Response): Promise<readonly [number, string | undefined]> {
  return [response.status, (await errorIn(response)).reason];
}
