#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { systemClock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { EXIT } from './exit-codes.ts';
import { Failure, toIoFailure } from './failure.ts';
import { hasColours } from './io/colours.ts';
import { createPrompter } from './io/prompter.ts';
import { createStandardOutput } from './io/standard-output.ts';
import { runCli } from './program.ts';

/** In the build, the server is next to this program. */
const SERVER_ENTRY = import.meta.url.endsWith('.ts') ? '../sync-server/main.ts' : './server.js';

const interruption = new AbortController();

for (const [signal, exitCode] of [
  ['SIGINT', EXIT.interrupted],
  ['SIGTERM', EXIT.terminated],
  // The terminal was closed, or the connection to it was lost.
  ['SIGHUP', EXIT.terminated],
] as const) {
  // The first signal ends the command cleanly, the second one at once.
  process.once(signal, () => {
    interruption.abort(new Failure(exitCode, 'Interrupted.'));
    process.once(signal, () => {
      process.stderr.write(
        'nankeen: Stopped immediately. `nankeen jobs` shows what is still running on the server.\n',
        () => process.exit(exitCode),
      );
      process.on(signal, () => process.exit(exitCode));
    });
  });
}

const out = createStandardOutput(process.stdout);
out.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of a pipe, such as `head`, has closed it.
  if (error.code === 'EPIPE') process.exit(EXIT.done);
  process.stderr.write(`nankeen: ${toIoFailure(error, 'Standard output').message}\n`);
  process.exit(EXIT.localIo);
});
process.stderr.on('error', () => undefined);

process.exitCode = await runCli(process.argv.slice(2), {
  terminal: {
    out,
    err: process.stderr,
    isInteractive: process.stderr.isTTY,
    isOutTerminal: process.stdout.isTTY,
    outHasColours: hasColours(process.stdout, process.env),
    errHasColours: hasColours(process.stderr, process.env),
  },
  prompter: createPrompter(process.stdin, process.stderr),
  get input() {
    const { stdin } = process;
    // Otherwise an interrupted command would wait for the next line of input.
    interruption.signal.addEventListener('abort', () => stdin.destroy(interruption.signal.reason as Error));
    return stdin;
  },
  environment: process.env,
  fetch: globalThis.fetch,
  clock: systemClock,
  createId,
  serverEntry: fileURLToPath(new URL(SERVER_ENTRY, import.meta.url)),
  disposers: [],
  interruption: interruption.signal,
});
