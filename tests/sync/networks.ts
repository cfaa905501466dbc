import type { Network, SentRequest } from '../support/test-device.ts';

const isPush = (path: string) => path.endsWith('/push');

/** The first pushes take effect but their responses are lost; all later calls pass. */
export function losingAnswers(count: number, isOne: (request: SentRequest) => boolean = () => true): Network {
  let lost = 0;
  return async (call, request) => {
    const answer = await call();
    if (!isPush(request.path) || lost === count || !isOne(request)) return answer;
    lost += 1;
    throw new TypeError('Failed to fetch');
  };
}

/** The pull with this number never reaches the server; all other calls pass. */
export function losingPull(number: number): Network {
  let pulls = 0;
  return (call, { path }) => {
    const isLost = path.includes('/pull?') && ++pulls === number;
    return isLost ? Promise.reject(new TypeError('Failed to fetch')) : call();
  };
}

/** Counts the pushes; those after the third fail, so that an endless series ends. */
export function countingPushes(): { readonly network: Network; readonly count: () => number } {
  let pushes = 0;
  const network: Network = async (call, { path }) => {
    if (isPush(path) && ++pushes > 3) throw new TypeError('Failed to fetch');
    return call();
  };
  return { network, count: () => pushes };
}

/** Every request reaches the server twice, at the same time. */
export const DOUBLED: Network = async (call) => (await Promise.all([call(), call()]))[0];

/** Every response of the server is cut in half. */
export const CUT_SHORT: Network = async (call) => {
  const answer = await call();
  const text = await answer.text();
  return new Response(text.slice(0, text.length / 2), { status: answer.status, headers: answer.headers });
};

/** A captive portal responds to every call with its own page. */
export const PORTAL: Network = async () =>
  new Response('<html>Log in</html>', { headers: { 'content-type': 'text/html' } });

/** Responds with an error code to all calls, or to those whose body contains a text. */
export function failing(status: number, code: string, text = ''): Network {
  return (call, { path, body }) =>
    isPush(path) && body.includes(text)
      ? Promise.resolve(Response.json({ error: { code, message: 'No.' } }, { status }))
      : call();
}

/** Every second request and every third response is lost. */
export function flaky(): Network {
  let count = 0;
  return async (call) => {
    count += 1;
    if (count % 2 === 0) throw new TypeError('Failed to fetch');
    const answer = await call();
    if (count % 3 === 0) throw new TypeError('Failed to fetch');
    return answer;
  };
}

/** Delays the response to the first push until it is released. */
export function holding(): {
  readonly network: Network;
  readonly release: () => void;
  readonly hasArrived: Promise<void>;
} {
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  let arrive = () => {};
  const hasArrived = new Promise<void>((resolve) => (arrive = resolve));
  let isHeld = false;
  const network: Network = async (call, { path }) => {
    const answer = await call();
    if (!isPush(path) || isHeld) return answer;
    isHeld = true;
    arrive();
    await gate;
    return answer;
  };
  return { network, release: () => release(), hasArrived };
}

/** The device aborts the push, which reaches the server only when it is released. */
export function heldUp(): { readonly network: Network; readonly arrives: () => Promise<unknown> } {
  let late: () => Promise<unknown> = () => Promise.reject(new Error('nothing is held up'));
  const network: Network = async (call, { path }) => {
    if (!isPush(path)) return call();
    late = call;
    throw new TypeError('Failed to fetch');
  };
  return { network, arrives: () => late() };
}
