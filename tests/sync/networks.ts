import type { Network, SentRequest } from '../support/test-device.ts';

const isPush = (path: string) => path.endsWith('/push');

/** The first pushes take effect, and their answers are lost; everything after goes through. */
export function losingAnswers(count: number, isOne: (request: SentRequest) => boolean = () => true): Network {
  let lost = 0;
  return async (call, request) => {
    const answer = await call();
    if (!isPush(request.path) || lost === count || !isOne(request)) return answer;
    lost += 1;
    throw new TypeError('Failed to fetch');
  };
}

/** The pull of this number never gets there; everything else goes through. */
export function losingPull(number: number): Network {
  let pulls = 0;
  return (call, { path }) => {
    const isLost = path.includes('/pull?') && ++pulls === number;
    return isLost ? Promise.reject(new TypeError('Failed to fetch')) : call();
  };
}

/** Every request reaches the server twice, at the same time. */
export const DOUBLED: Network = async (call) => (await Promise.all([call(), call()]))[0];

/** The server’s answer is cut in the middle. */
export const CUT_SHORT: Network = async (call) => {
  const answer = await call();
  const text = await answer.text();
  return new Response(text.slice(0, text.length / 2), { status: answer.status, headers: answer.headers });
};

/** A captive portal answers everything with its own page. */
export const PORTAL: Network = async () =>
  new Response('<html>Log in</html>', { headers: { 'content-type': 'text/html' } });

/** Answers with a coded failure; all calls, or those whose body holds a text. */
export function failing(status: number, code: string, text = ''): Network {
  return (call, { path, body }) =>
    isPush(path) && body.includes(text)
      ? Promise.resolve(Response.json({ error: { code, message: 'No.' } }, { status }))
      : call();
}

/** Every second request is lost, and every third answer. */
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

/** Holds the first push’s answer back until it is let go. */
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

/** The push is given up by the device, and reaches the server only when it is let go. */
export function heldUp(): { readonly network: Network; readonly arrives: () => Promise<unknown> } {
  let late: () => Promise<unknown> = () => Promise.reject(new Error('nothing is held up'));
  const network: Network = async (call, { path }) => {
    if (!isPush(path)) return call();
    late = call;
    throw new TypeError('Failed to fetch');
  };
  return { network, arrives: () => late() };
}
