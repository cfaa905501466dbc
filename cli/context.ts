import type { Clock } from '#shared/kernel/clock.ts';
import type { Prompter } from './io/prompter.ts';
import type { Terminal } from './io/terminal.ts';

/** Everything a command takes from the outside. */
export interface CliContext {
  readonly terminal: Terminal;
  readonly prompter: Prompter;
  /** Standard input. */
  readonly input: AsyncIterable<Uint8Array>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly createId: () => string;
  /** Path of the server's program, for commands that work on a data folder without a running server. */
  readonly serverEntry: string;
  /** What is done when the command has ended, however it has; commands add to it. */
  readonly disposers: (() => Promise<void>)[];
  /** Aborted with a `Failure` by a signal of the system. */
  readonly interruption: AbortSignal;
}
