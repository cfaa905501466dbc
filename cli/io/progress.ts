import type { Clock } from '#shared/kernel/clock.ts';
import { formatBytes, formatCount, formatDuration } from './numbers.ts';
import type { Terminal } from './terminal.ts';

const TERMINAL_INTERVAL_MS = 100;
const LINE_INTERVAL_MS = 5_000;
const BAR_CELLS = 16;

/** How far it has come; the totals where they are known. */
export interface ProgressState {
  readonly documents: number;
  readonly bytes?: number;
  readonly totalDocuments?: number | undefined;
  readonly totalBytes?: number | undefined;
  /** Documents that were done already when this work was taken up again. */
  readonly before?: number;
}

export interface Progress {
  report(state: ProgressState): void;
  /** Takes the progress line away. */
  end(): void;
}

/** One line with a bar that rewrites itself on a terminal, a line every five seconds elsewhere, nothing when quiet. */
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

  function report(state: ProgressState): void {
    if (isQuiet) return;
    const now = clock.now();
    if (now - shownAt < (terminal.isInteractive ? TERMINAL_INTERVAL_MS : LINE_INTERVAL_MS)) return;
    shownAt = now;
    const facts = toFacts(state, now - startedAt);
    const line = terminal.isInteractive
      ? `\r\u001b[K${toBarLine(label, facts)}`
      : `${toLine(label, facts)}\n`;
    terminal.err.write(line);
    isShown = true;
  }

  function end(): void {
    if (isShown && terminal.isInteractive) terminal.err.write('\r\u001b[K');
    isShown = false;
  }

  return { report, end };
}

interface Facts {
  readonly amount: string;
  readonly perSecond: string;
  readonly bytes: string | undefined;
  /** From 0 to 1. */
  readonly share: number | undefined;
  readonly left: string | undefined;
}

function toFacts(state: ProgressState, elapsedMs: number): Facts {
  const { documents, bytes, totalDocuments, totalBytes, before = 0 } = state;
  const share =
    totalDocuments !== undefined ? toShare(documents, totalDocuments) : toShare(bytes ?? 0, totalBytes);
  const fresh = (share ?? 0) - (toShare(before, totalDocuments) ?? 0);
  const of = totalDocuments === undefined ? '' : ` of ${formatCount(totalDocuments)}`;
  return {
    amount: formatCount(documents) + of,
    perSecond: formatCount(Math.round(((documents - before) * 1000) / elapsedMs)),
    bytes: bytes === undefined ? undefined : formatBytes(bytes),
    share,
    left: fresh > 0 && share !== undefined ? formatDuration((elapsedMs * (1 - share)) / fresh) : undefined,
  };
}

function toShare(done: number, total: number | undefined): number | undefined {
  return total === undefined || total === 0 ? undefined : Math.min(1, done / total);
}

function toLine(label: string, { amount, perSecond, bytes, left }: Facts): string {
  return [
    `${label} ${amount} documents`,
    `${perSecond} a second`,
    ...(bytes === undefined ? [] : [bytes]),
    ...(left === undefined ? [] : [`${left} left`]),
  ].join(', ');
}

/** Fits 80 columns. */
function toBarLine(label: string, { amount, perSecond, bytes, share, left }: Facts): string {
  return [
    label,
    ...(share === undefined ? [] : [toBar(share), `${Math.floor(share * 100)} %`]),
    amount,
    `${perSecond}/s`,
    ...(bytes === undefined ? [] : [bytes]),
    ...(left === undefined ? [] : [`${left} left`]),
  ].join('  ');
}

function toBar(share: number): string {
  const full = Math.floor(share * BAR_CELLS);
  return '█'.repeat(full) + '░'.repeat(BAR_CELLS - full);
}
