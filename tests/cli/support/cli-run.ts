import { Readable, type Writable } from 'node:stream';
import type { CliContext } from '#cli/context.ts';
import type { ExitCode } from '#cli/exit-codes.ts';
import type { Prompter } from '#cli/io/prompter.ts';
import { runCli } from '#cli/program.ts';
import { createId } from '#shared/kernel/ids.ts';
import { ADMIN_TOKEN, createCoreServer, type CoreServer } from '../../support/core-server.ts';
import { SERVER_PROGRAM } from '../../support/programs.ts';
import { TextSink } from './text-sink.ts';

export interface CliRun {
  readonly exitCode: ExitCode;
  readonly out: string;
  readonly err: string;
}

export interface CliWorld {
  readonly server: CoreServer;
  /** Path and query of all calls so far, e.g. `/api/v1/admin/collections`. */
  readonly calls: readonly string[];
  /** Responds instead of the server, or rejects like a failed fetch. `undefined` passes the call on. */
  intercept: (path: string, init: RequestInit | undefined) => Response | Promise<Response> | undefined;
  /** For the following commands. */
  interruption: AbortController;
  /** Answers to the next prompts, in order. `undefined`: there is no terminal. */
  answers: string[] | undefined;
  hasColours: boolean;
  /** Whether standard output is a terminal. */
  isOutTerminal: boolean;
  run(args: readonly string[], input?: string | Iterable<Uint8Array>): Promise<CliRun>;
}

/** Runs the command line in this process, against a real server without a socket. */
export function createCliWorld(
  environment: Readonly<Record<string, string>> = { NANKEEN_TOKEN: ADMIN_TOKEN },
  server: CoreServer = createCoreServer(),
): CliWorld {
  const calls: string[] = [];
  const world: CliWorld = {
    server,
    calls,
    intercept: () => undefined,
    interruption: new AbortController(),
    answers: undefined,
    hasColours: false,
    isOutTerminal: false,
    async run(args, input = '') {
      const out = new TextSink();
      const err = new TextSink();
      const context: CliContext = {
        terminal: {
          out,
          err,
          isInteractive: false,
          isOutTerminal: world.isOutTerminal,
          outHasColours: world.hasColours,
          errHasColours: world.hasColours,
        },
        prompter: toPrompter(world.answers, err),
        input: Readable.from(typeof input === 'string' ? [Buffer.from(input)] : input),
        environment,
        fetch: async (address, init) => {
          const url = new URL(address instanceof Request ? address.url : address);
          // The server process that --db starts.
          if (url.hostname === '127.0.0.1') return globalThis.fetch(address, init);
          const { pathname, search } = url;
          calls.push(pathname + search);
          return world.intercept(pathname + search, init) ?? server.app.request(pathname + search, init);
        },
        clock: server.clock,
        createId,
        serverEntry: SERVER_PROGRAM,
        disposers: [],
        interruption: world.interruption.signal,
      };
      const exitCode = await runCli(args, context);
      return { exitCode, out: out.text, err: err.text };
    },
  };
  return world;
}

function toPrompter(answers: string[] | undefined, err: Writable): Prompter {
  const ask = (question: string) => {
    err.write(`${question}\n`);
    const answer = answers?.shift();
    if (answer === undefined) throw new Error(`Unexpected prompt: ${question}`);
    return Promise.resolve(answer);
  };
  return { canAsk: answers !== undefined, isPiped: answers === undefined, ask, askSecret: ask };
}
