import { beforeEach, expect, test } from 'vitest';
import type { Fetch } from '#shared/api/client.ts';
import { createResendingFetch, type OnOnline } from './resend.ts';

const listeners = new Set<() => void>();
const onOnline: OnOnline = (act) => {
  listeners.add(act);
  return () => listeners.delete(act);
};
const comeOnline = () => listeners.forEach((act) => act());

beforeEach(() => listeners.clear());

/** Answers with each of these in turn; never where there is none. @returns how often it was called too */
function answering(...texts: (string | undefined)[]): {
  readonly fetch: Fetch;
  readonly count: () => number;
} {
  let count = 0;
  const fetch: Fetch = (_url, init) => {
    const text = texts[count++];
    if (text !== undefined) return Promise.resolve(new Response(text, { status: 201 }));
    const signal = init?.signal as AbortSignal;
    return new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error)),
    );
  };
  return { fetch, count: () => count };
}

test('[CL13] a request that gets no response is sent again once the network is back', async () => {
  const { fetch, count } = answering(undefined, undefined, 'done');
  const response = createResendingFetch(fetch, onOnline)('/push', { method: 'POST', body: 'x' });
  await expect.poll(count).toBe(1);
  comeOnline();
  await expect.poll(count).toBe(2);
  comeOnline();
  expect(await (await response).text()).toBe('done');
  expect((await response).status).toBe(201);
  expect(listeners.size).toBe(0);
});

test('[CL13] a response whose end does not come is requested again too', async () => {
  let count = 0;
  const fetch: Fetch = (_url, init) => {
    count += 1;
    const signal = init?.signal as AbortSignal;
    const half = new ReadableStream({
      start: (body) => signal.addEventListener('abort', () => body.error(signal.reason)),
    });
    return Promise.resolve(new Response(count === 1 ? half : 'whole'));
  };
  const response = createResendingFetch(fetch, onOnline)('/pull');
  await expect.poll(() => count).toBe(1);
  comeOnline();
  expect(await (await response).text()).toBe('whole');
});

test('[CL13] a request that was given up or failed is not sent again', async () => {
  const { fetch, count } = answering();
  const given = new AbortController();
  const response = createResendingFetch(fetch, onOnline)('/push', { signal: given.signal });
  given.abort(new Error('Given up.'));
  await expect(response).rejects.toThrow('Given up.');
  comeOnline();
  const failing = createResendingFetch(() => Promise.reject(new TypeError('Failed to fetch')), onOnline);
  await expect(failing('/push')).rejects.toThrow('Failed to fetch');
  expect(count()).toBe(1);
});
