import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiClient } from '#shared/api/client.ts';
import {
  createEventParser,
  type StreamEvent,
  listen,
  poll,
  type ListenOptions,
} from '#pwa/data/sync/listen.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createOptions(
  body: ReadableStream<Uint8Array>,
  news: string[],
  client: Partial<ApiClient> = {},
): ListenOptions {
  return {
    client: { url: (path) => path, call: () => Promise.reject(new Error('not asked')), ...client },
    fetch: async (_input, init) => {
      init?.signal?.addEventListener('abort', () => void body.cancel().catch(() => undefined));
      return new Response(toAbortable(body, init?.signal ?? undefined), {
        headers: { 'content-type': 'text/event-stream' },
      });
    },
    headers: async () => ({}),
    onOnline: () => () => undefined,
    lastSequence: () => undefined,
    onHello: ({ sequence }) => void news.push(`hello ${sequence}`),
    onPoke: ({ collection, sequence }) => void news.push(`${collection} ${sequence}`),
  };
}

/** Fails when the signal aborts, like a browser's body. */
function toAbortable(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array> {
  const gate = new TransformStream<Uint8Array, Uint8Array>();
  void body.pipeTo(gate.writable, signal ? { signal, preventCancel: true } : {}).catch(() => undefined);
  return gate.readable;
}

function createSource(): {
  readonly body: ReadableStream<Uint8Array>;
  send(text: string): void;
  end(): void;
} {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
  return {
    body,
    send: (text) => controller?.enqueue(new TextEncoder().encode(text)),
    end: () => controller?.close(),
  };
}

test('[ST2] hello and pokes of a stream are reported, however they are split; incomplete ones are not', async () => {
  vi.useRealTimers();
  const source = createSource();
  const news: string[] = [];
  const end = listen(createOptions(source.body, news), new AbortController().signal);
  const text =
    'event: hello\ndata: {"epoch":"e","sequence":4,"scope":"s"}\n\n: still here\n\nevent: poke\ndata: {"collection":"products","sequence":5}\n\nevent: poke\ndata: {"coll';
  for (const piece of [text.slice(0, 20), text.slice(20, 75), text.slice(75)]) source.send(piece);
  source.end();
  expect(await end).toBe('closed');
  expect(news).toEqual(['hello 4', 'products 5']);
});

test('[ST4] a stream without a byte for thirty seconds is closed, and changes are requested by long polling', async () => {
  const source = createSource();
  const news: string[] = [];
  const end = listen(createOptions(source.body, news), new AbortController().signal);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await end).toBe('silent');

  const asked: unknown[] = [];
  const call = (async (_route: unknown, args: unknown) => {
    asked.push(args);
    return { epoch: 'e', sequence: 7, scope: 's', pokes: [{ collection: 'products', sequence: 7 }] };
  }) as ApiClient['call'];
  const options = createOptions(source.body, news, { call });
  expect(await poll(options, undefined, new AbortController().signal)).toBe(7);
  expect(asked).toMatchObject([{ query: { timeout: 25 } }]);
  expect(news).toEqual(['hello 7', 'products 7']);
});

test('[ST4] heartbeats keep a quiet stream open', async () => {
  const source = createSource();
  let isOver = false;
  void listen(createOptions(source.body, []), new AbortController().signal).then(() => (isOver = true));
  for (let beat = 0; beat < 4; beat++) {
    await vi.advanceTimersByTimeAsync(15_000);
    source.send(': still here\n\n');
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(isOver).toBe(false);
});

test('[ST2] garbled events are ignored', () => {
  const events: StreamEvent[] = [];
  const parse = createEventParser((event) => events.push(event));
  parse('nonsense\n\nevent: poke\n\ndata: {}\n\n');
  expect(events).toEqual([{ event: 'message', data: '{}' }]);
});
