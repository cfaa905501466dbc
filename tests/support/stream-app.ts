import { Writable } from 'node:stream';
import { Hono } from 'hono';
import { ANONYMOUS, type Actor } from '#shared/access/actor.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { ChangesFeed } from '#server/core/changes-feed.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { answerError } from '#server/http/answer-error.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { changesRoute } from '#server/http/changes-route.ts';
import { createOpenStreams, type OpenStreams } from '#server/http/open-streams.ts';
import { answerRaw } from '#server/http/raw-answer.ts';
import { streamRoute } from '#server/http/stream-route.ts';
import { silentLog } from '#server/log.ts';

export interface StreamAppParts {
  readonly store: DocumentStore;
  readonly feed: ChangesFeed;
  readonly clock: Clock;
  readonly actor?: Actor;
  readonly streams?: OpenStreams;
  readonly random?: () => number;
}

/** The stream and the long poll alone, for one caller. */
export function createStreamApp(parts: StreamAppParts): Hono<AppEnv> {
  const { store, feed, clock, actor = ANONYMOUS, streams = createOpenStreams(), random = () => 0.5 } = parts;
  const app = new Hono<AppEnv>();
  app.onError(answerError(silentLog));
  app.use('*', answerRaw, async (c, next) => {
    c.set('actor', actor);
    c.set('isStillGranted', () => true);
    await next();
  });
  const addressOf = () => '203.0.113.7';
  app.route('/', streamRoute({ store, feed, clock, streams, addressOf, random }));
  app.route('/', changesRoute(store, feed));
  return app;
}

/** Stands in for Node's response: keeps what is written, and reads nothing while it is held up. */
export class RecordingResponse extends Writable {
  readonly chunks: Buffer[] = [];
  head: { status: number; headers: Readonly<Record<string, string>> } | undefined;
  isHeldUp = false;

  writeHead(status: number, headers: Readonly<Record<string, string>>): void {
    this.head = { status, headers };
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.chunks.push(chunk);
    if (!this.isHeldUp) done();
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString();
  }
}

/** Calls an app as Node's server does. */
export async function callWithResponse(app: Hono<AppEnv>, path: string): Promise<RecordingResponse> {
  const outgoing = new RecordingResponse();
  await app.request(path, {}, { outgoing } as never);
  return outgoing;
}
