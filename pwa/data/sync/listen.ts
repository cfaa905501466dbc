import * as v from 'valibot';
import { hasType, type ApiClient } from '#shared/api/client.ts';
import { ROUTES } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { HEARTBEAT_MS, helloSchema, pokeSchema, type Hello, type Poke } from '#shared/sync/messages.ts';
import type { OnOnline } from './resend.ts';
import { streamChunks } from './stream-chunks.ts';

/** A stream without a byte for this long is dead or buffered by a proxy. */
const SILENCE_MS = 2 * HEARTBEAT_MS;

/** Below the thirty seconds after which any request without a response fails. */
const POLL_SECONDS = 25;

export interface ListenOptions {
  readonly client: ApiClient;
  /** The platform's fetch: the response is read as it streams in. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  readonly headers: () => Promise<Record<string, string>>;
  readonly onOnline: OnOnline;
  /** The sequence of the last `hello`: the next one names the collections that changed since. */
  readonly lastSequence: () => number | undefined;
  readonly onHello: (hello: Hello) => void;
  readonly onPoke: (poke: Poke) => void;
}

/** How a stream ended: the server closed it or the network is a new one, no byte came for too long, or the server refused it. */
export type ListenEnd = 'closed' | 'silent' | 'refused';

/**
 * Reads the stream of pokes until it ends. Credentials travel in a header, never in the URL.
 * @throws AppError `unavailable` when the stream can't be opened or breaks
 */
export async function listen(options: ListenOptions, signal: AbortSignal): Promise<ListenEnd> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const outdated = new AbortController();
  const stop = options.onOnline(() => outdated.abort());
  const ends = AbortSignal.any([signal, silence.signal, outdated.signal]);
  try {
    const query = { after: options.lastSequence() };
    const response = await options.fetch(options.client.url('/{endpoint}/stream', { query }), {
      headers: { accept: 'text/event-stream', ...(await options.headers()) },
      credentials: 'same-origin',
      cache: 'no-store',
      // The stream lasts as long as the page: the page's own files load first.
      priority: 'low',
      signal: ends,
    });
    // No capacity or no permission: the long poll that follows gets the reason and handles it.
    if (response.status === 429 || response.status === 403) return 'refused';
    if (!response.ok || !hasType(response, 'text/event-stream') || !response.body)
      throw unopened(response.status);
    const decoder = new TextDecoder();
    const parse = createEventParser((event) => dispatch(event.event, event.data, options));
    for await (const chunk of streamChunks(response.body)) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      parse(decoder.decode(chunk, { stream: true }));
    }
    return 'closed';
  } catch (cause) {
    if (silence.signal.aborted) return 'silent';
    if (outdated.signal.aborted) return 'closed';
    throw cause instanceof AppError
      ? cause
      : new AppError('unavailable', 'The stream of changes broke off.', { cause });
  } finally {
    clearTimeout(timer);
    stop();
  }
}

/** Makes one long poll, where no stream comes through. @returns the sequence to poll from next */
export async function poll(
  options: ListenOptions,
  after: number | undefined,
  signal: AbortSignal,
): Promise<number> {
  const query = { after, timeout: POLL_SECONDS };
  const { pokes, ...hello } = await options.client.call(ROUTES.changes, { query, signal });
  if (after === undefined) options.onHello(hello);
  for (const poke of pokes) options.onPoke(poke);
  return hello.sequence;
}

function dispatch(event: string, data: string, { onHello, onPoke }: ListenOptions): void {
  const json = parseJson(data);
  if (event === 'hello') {
    const hello = v.safeParse(helloSchema, json);
    if (hello.success) onHello(hello.output);
  } else if (event === 'poke') {
    const poke = v.safeParse(pokeSchema, json);
    if (poke.success) onPoke(poke.output);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Ignore a garbled event: the next stream's hello names the collections that changed.
    return undefined;
  }
}

function unopened(status: number): AppError {
  return new AppError('unavailable', 'The stream of changes could not be opened.', { status });
}

/** One event of a server-sent stream. */
export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/** Splits the text of an event stream into events; an event cut off by the connection is dropped. */
export function createEventParser(onEvent: (event: StreamEvent) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trimStart()]),
      );
      const data = fields.get('data');
      if (data !== undefined) onEvent({ event: fields.get('event') ?? 'message', data });
    }
  };
}
