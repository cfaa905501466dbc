import type { Clock } from '#shared/kernel/clock.ts';
import type { Prompter } from './io/prompter.ts';
import type { Terminal } from './io/terminal.ts';

/** Everything a command needs from its environment. */
export interface CliContext {
  readonly terminal: Terminal;
  readonly prompter: Prompter;
  /** Standard input. */
  readonly input: AsyncIterable<Uint8Array>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly createId: () => string;
  /** Path of the server program, for commands that open a data folder without a running server. */
  readonly serverEntry: string;
  /** Run when the command ends, on success and on failure. Commands add to it. */
  readonly disposers: (() => Promise<void>)[];
  /** Aborted with a `Failure` by SIGINT, SIGTERM or SIGHUP. */
  readonly interruption: AbortSignal;
}
