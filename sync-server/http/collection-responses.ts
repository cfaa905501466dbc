import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { Actor } from '#shared/access/actor.ts';
import { toReadScope } from '#shared/access/decide-access.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { readCollection, type CollectionQuery } from '#server/core/collection-read.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import type { AppEnv } from './app-env.ts';
import type { NetworkReader } from './caller-network.ts';

/** Reads of whole collections that a network may have under way. */
const MOST_AT_ONCE = 2;
/** Characters of a piece; a response that is shorter goes out whole. */
const PIECE = 65_536;

interface CollectionResponsesParts {
  readonly store: DocumentStore;
  readonly networkOf: NetworkReader;
}

/**
 * Responses with the documents of a whole collection, streamed, with an entity tag. A third read of a network at the
 * same time is refused instead of waiting: what waits takes memory, and a flood would make others wait longer.
 */
export function createCollectionResponses({ store, networkOf }: CollectionResponsesParts) {
  const underWay = new Map<string, number>();

  /** @returns a function that leaves, which may be called again @throws AppError 429 */
  function enter(network: string | undefined): () => void {
    if (network === undefined) return () => undefined;
    const count = underWay.get(network) ?? 0;
    if (count >= MOST_AT_ONCE) {
      const message = `Your network is reading ${MOST_AT_ONCE} collections already. Try again when one has arrived.`;
      throw new AppError('resource-exhausted', message, { retryAfter: 1, reason: 'TOO_MANY_READS' });
    }
    underWay.set(network, count + 1);
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      const left = (underWay.get(network) ?? 1) - 1;
      if (left === 0) underWay.delete(network);
      else underWay.set(network, left);
    };
  }

  return async (c: Context<AppEnv>, query: CollectionQuery, actor: Actor): Promise<Response> => {
    const tag = await toTag(store, query, actor);
    if (isKnown(c.req.header('if-none-match'), tag)) return c.body(null, 304, { ETag: tag });
    const headers = { 'Content-Type': 'application/json', ETag: tag };
    const chunks = readCollection(store, query, actor);
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    const leave = enter(networkOf(c));
    try {
      const pieces = toPieces(chunks);
      const first = await pieces.next();
      const second = await pieces.next();
      if (first.done === true || second.done === true) {
        leave();
        return c.body(first.value ?? '', 200, headers);
      }
      c.set('isStreamed', true);
      return c.body(toStream([first.value, second.value], pieces, leave), 200, headers);
    } catch (error) {
      leave();
      throw error;
    }
  };
}

/** Changes with every write to the collection, and with what the reader may see of it. */
async function toTag(store: DocumentStore, query: CollectionQuery, actor: Actor): Promise<string> {
  const { collection } = query;
  const counts = (await store.collections()).find(({ name }) => name === collection);
  const { isStaff, isAdmin, email } = actor;
  const view = [toReadScope(collection, actor), isStaff, isAdmin, email];
  const text = JSON.stringify([store.epoch, counts, query, view]);
  return `"${createHash('sha256').update(text).digest('base64url')}"`;
}

/** Whether `If-None-Match` names the tag. A compressed response has it as a weak one. */
function isKnown(header: string | undefined, tag: string): boolean {
  const tags = (header ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return tags.includes(tag) || tags.includes('*');
}

async function* toPieces(
  chunks: AsyncIterable<readonly { readonly text: string }[]>,
): AsyncGenerator<string, undefined> {
  let piece = '{"documents":[';
  let separator = '';
  for await (const chunk of chunks) {
    for (const { text } of chunk) {
      piece += separator + text;
      separator = ',';
      if (piece.length < PIECE) continue;
      yield piece;
      piece = '';
    }
  }
  yield `${piece}]}`;
}

/** @param leave called once the stream has ended, for whatever reason */
function toStream(
  begun: readonly string[],
  pieces: AsyncGenerator<string, undefined>,
  leave: () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const waiting = [...begun];
  const end = () => {
    leave();
    void pieces.return(undefined);
  };
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const text = waiting.shift() ?? (await pieces.next()).value;
          if (text !== undefined) return controller.enqueue(new TextEncoder().encode(text));
          end();
          controller.close();
        } catch (error) {
          end();
          controller.error(error);
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
