import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

export interface PictureRequest {
  /** Path of the file that was sent. */
  readonly source: string;
  /** Folder of the finished files. */
  readonly folder: string;
  readonly id: string;
}

/** Why a file can't become a picture. */
export type PictureRefusal = 'type' | 'pixels' | 'damaged' | 'animated';

export type PictureResult =
  | { readonly ok: true; readonly width: number; readonly height: number }
  | { readonly ok: false; readonly reason: PictureRefusal };

/** Message of the picture process: its start, a result, or a failure that is not the picture's fault. */
export type PictureMessage = 'ready' | PictureResult | { readonly failure: string };

export interface PictureMaker {
  /**
   * Writes the sizes of a picture, `{id}.webp` and `{id}-{width}.avif`; when it resolves they are on disk. One picture
   * is made at a time. A picture that ends the process twice is `damaged`.
   * @throws when the process can't start, files can't be written, or the maker is closed: nothing is known of the picture
   */
  make(request: PictureRequest): Promise<PictureResult>;
  /** Ends the process. Pictures that are not finished reject. */
  close(): Promise<void>;
}

export interface PictureMakerOptions {
  /** Of the process, as `os.setPriority` takes it; low by default. */
  readonly priority?: number;
  /** Called with each new process before it is given work. */
  readonly onStart?: (process: ChildProcess) => void;
}

interface Running {
  readonly process: ChildProcess;
  readonly isReady: Promise<boolean>;
  readonly ended: Promise<void>;
}

/** How long one picture may take. */
const LIMIT_MS = 60_000;
/** How long the process is kept without work. */
const IDLE_MS = 30_000;
const LOW_PRIORITY = 10;
const IS_SOURCE = import.meta.url.endsWith('.ts');
const PROGRAM = fileURLToPath(new URL(`picture-process.${IS_SOURCE ? 'ts' : 'js'}`, import.meta.url));

/** Makes pictures in a process of its own: a decoder that crashes or needs much memory does not harm the server. */
export function createPictureMaker({
  priority = LOW_PRIORITY,
  onStart,
}: PictureMakerOptions = {}): PictureMaker {
  let running: Running | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();

  function start(): Running {
    const process = startProcess(priority);
    const ended = new Promise<void>((resolve) => {
      process.once('exit', () => resolve()).once('error', () => resolve());
    });
    const isReady = Promise.race([once(process, 'message').then(() => true), ended.then(() => false)]);
    const started = { process, isReady: isReady.catch(() => false), ended };
    void ended.then(() => {
      if (running === started) running = undefined;
    });
    onStart?.(process);
    return started;
  }

  /** @returns `undefined` when the process ended */
  async function attempt(request: PictureRequest): Promise<PictureResult | undefined> {
    if (isClosed) throw new Error('The server is stopping. The picture is made after the next start.');
    const { process, isReady, ended } = (running ??= start());
    const limit = setTimeout(() => process.kill('SIGKILL'), LIMIT_MS);
    try {
      if (!(await isReady)) throw new Error('The process that makes pictures could not start.');
      const answer = new Promise<PictureMessage>((resolve) => void process.once('message', resolve));
      process.send(request, () => undefined);
      const message = await Promise.race([answer, ended]);
      if (typeof message === 'object' && 'failure' in message) throw new Error(message.failure);
      return message as PictureResult | undefined;
    } finally {
      clearTimeout(limit);
    }
  }

  async function makeOne(request: PictureRequest): Promise<PictureResult> {
    clearTimeout(idle);
    try {
      const result = (await attempt(request)) ?? (await attempt(request));
      return result ?? { ok: false, reason: 'damaged' };
    } finally {
      idle = setTimeout(() => running?.process.kill('SIGKILL'), IDLE_MS).unref();
    }
  }

  return {
    make(request) {
      const result = last.then(() => makeOne(request));
      last = result.catch(() => undefined);
      return result;
    },
    async close() {
      isClosed = true;
      running?.process.ref();
      running?.process.kill('SIGKILL');
      await last;
      await running?.ended;
      clearTimeout(idle);
    },
  };
}

/** Without the server's settings in its environment, which hold secrets. */
function startProcess(priority: number): ChildProcess {
  const child = fork(PROGRAM, {
    execArgv: [...(IS_SOURCE ? ['--import', 'tsx'] : []), '--max-old-space-size=64'],
    // More arenas than threads at work only fragment the memory.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Not every system allows this, and nothing depends on it.
  try {
    setPriority(child.pid ?? 0, priority);
  } catch {}
  // The server ends without waiting for it; it ends when the server has.
  child.unref();
  child.channel?.unref();
  return child;
}
