import { Agent, request as requestPlain, type IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as requestTls } from 'node:https';
import { text } from 'node:stream/consumers';

/**
 * The platform's `fetch`, except that bytes go to the socket as they are: of a body it makes three copies, which for a
 * large import is a third of all that the command does. A redirect of such a request is its answer, never followed.
 */
export function createHttpFetch(): typeof globalThis.fetch {
  const agents = { 'http:': new Agent({ keepAlive: true }), 'https:': new TlsAgent({ keepAlive: true }) };

  async function send(url: URL, body: Uint8Array, init: RequestInit): Promise<Response> {
    const isTls = url.protocol === 'https:';
    const options = {
      method: init.method,
      headers: { ...(init.headers as Record<string, string>), 'content-length': body.byteLength },
      agent: agents[isTls ? 'https:' : 'http:'],
      ...(init.signal && { signal: init.signal }),
    };
    try {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const request = (isTls ? requestTls : requestPlain)(url, options, resolve);
        request.on('error', reject).end(body);
      });
      const { statusCode: status = 0, headers } = answer;
      return new Response(await text(answer), { status, headers: headers as Record<string, string> });
    } catch (cause) {
      init.signal?.throwIfAborted();
      throw new TypeError('fetch failed', { cause });
    }
  }

  return async (input, init = {}) =>
    init.body instanceof Uint8Array
      ? send(new URL(input as string | URL), init.body, init)
      : globalThis.fetch(input, init);
}
