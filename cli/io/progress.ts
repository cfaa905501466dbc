import type { Clock } from '#shared/kernel/clock.ts';
import { formatCount } from './numbers.ts';
import type { Terminal } from './terminal.ts';

const TERMINAL_INTERVAL_MS = 100;
const LINE_INTERVAL_MS = 5_000;

export interface Progress {
  report(done: number, total?: number): void;
  /** Takes the progress line away. */
  end(): void;
}

/** One line that rewrites itself on a terminal, a line every five seconds elsewhere, nothing when quiet. */
export function createProgress(options: {
  readonly terminal: Terminal;
  readonly clock: Clock;
  readonly label: string;
  readonly isQuiet: boolean;
}): Progress {
  const { terminal, clock, label, isQuiet } = options;
  const startedAt = clock.now();
  let shownAt = startedAt;
  let isShown = false;

  function report(done: number, total?: number): void {
    const now = clock.now();
    if (isQuiet || now - shownAt < (terminal.isInteractive ? TERMINAL_INTERVAL_MS : LINE_INTERVAL_MS)) return;
    shownAt = now;
    const perSecond = Math.round((done * 1000) / (now - startedAt));
    const amount = total === undefined ? formatCount(done) : `${formatCount(done)} of ${formatCount(total)}`;
    const line = `${label} ${amount} documents, ${formatCount(perSecond)} a second`;
    terminal.err.write(terminal.isInteractive ? `\r\u001b[K${line}` : `${line}\n`);
    isShown = true;
  }

  function end(): void {
    if (isShown && terminal.isInteractive) terminal.err.write('\r\u001b[K');
    isShown = false;
  }

  return { report, end };
}
