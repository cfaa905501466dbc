import { toFileAddress, type Bucket } from '#shared/api/file-storage.ts';
import {
  beginUpload,
  callUpload,
  readFacts,
  sendPiece,
  toFileId,
  toUploadPath,
} from '../support/file-world.ts';
import type { Requests } from '../support/upload-file.ts';
import { pickNumber } from './seeded-random.ts';

const MOST_BYTES = 8192;
const POLL_MS = 20;

export interface FileToSend {
  readonly bucket: Bucket;
  readonly bytes: Uint8Array;
}

export interface SentFile extends FileToSend {
  readonly id: string;
}

export interface FileSenderOptions {
  readonly server: Requests;
  readonly origin: string;
  readonly random: () => number;
  readonly next: () => Promise<FileToSend>;
  /** A piece was acknowledged. */
  readonly onPiece: () => void;
  /** The last piece of a file was acknowledged. */
  readonly onAcknowledged: (id: string) => void;
  readonly onStored: (file: SentFile) => void;
}

/** Sends one file after another as a device does, in pieces of random size, and goes on where the server stopped. */
export interface FileSender {
  /** Until it is stopped; a call that fails ends it too. */
  run(isStopped: () => boolean): Promise<void>;
  /** Sends the rest of the present file. */
  finish(): Promise<void>;
}

export function createFileSender(options: FileSenderOptions): FileSender {
  const { server, origin, random, next, onPiece, onAcknowledged, onStored } = options;
  let file: SentFile | undefined;
  let path: string | undefined;

  async function begin(sending: SentFile): Promise<void> {
    const begun = await beginUpload(server, sending.bytes, { bucket: sending.bucket, as: 'admin' });
    if (begun.status === 200) return look(sending);
    if (begun.status !== 201) throw new Error(`${begun.status} ${await begun.text()}`);
    path = toUploadPath(begun);
  }

  async function goOn({ id, bytes }: SentFile, upload: string): Promise<void> {
    const head = await callUpload(server, 'HEAD', upload, 'admin');
    const from = Number(head.headers.get('upload-offset'));
    // All has arrived, or the upload is gone for that reason: the announcement tells.
    if (head.status === 404 || from === bytes.length) return void (path = undefined);
    const piece = bytes.subarray(from, from + 1 + pickNumber(random, MOST_BYTES));
    const response = await sendPiece(server, upload, { bytes: piece, from, as: 'admin' });
    await response.arrayBuffer();
    if (response.status !== 204) return;
    if (from + piece.length === bytes.length) onAcknowledged(id);
    onPiece();
  }

  /** Looks whether the file is there: never before its row says so. */
  async function look(sent: SentFile): Promise<void> {
    const address = toFileAddress(sent.bucket, sent.id);
    const served = await fetch(origin + address);
    await served.arrayBuffer();
    const facts = await readFacts(server, `${sent.bucket}/${address.split('/').at(-1) ?? ''}`, 'admin');
    const { state } = facts as { readonly state?: string };
    if (served.status === 200 && state !== 'stored') throw new Breach(`served while ${String(state)}`);
    if (state === 'stored') {
      onStored(sent);
      file = undefined;
    } else if (state === 'received') await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    else throw new Breach(`${String(state)} after it was received`);
  }

  async function step(): Promise<void> {
    if (!file) {
      const fresh = await next();
      file = { ...fresh, id: toFileId(fresh.bytes) };
    }
    await (path === undefined ? begin(file) : goOn(file, path));
  }

  return {
    async run(isStopped) {
      while (!isStopped()) {
        try {
          await step();
        } catch (error) {
          if (error instanceof Breach || !isStopped()) throw error;
        }
      }
    },
    async finish() {
      while (file) await step();
    },
  };
}

class Breach extends Error {}
