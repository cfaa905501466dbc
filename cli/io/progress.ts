import type { Clock } from '#shared/kernel/clock.ts';
import { formatBytes, formatCount, formatDuration } from './numbers.ts';
import type { Terminal } from './terminal.ts';

const TERMINAL_INTERVAL_MS = 100;
const LINE_INTERVAL_MS = 5_000;
const BAR_CELLS = 16;

/** Progress in documents or another unit or, without them, in bytes. Totals are set when known. */
export interface ProgressState {
  /** Label of the current phase, e.g. `Uploaded`; by default the label of the whole. Each phase has its own rate. */
  readonly label?: string;
  readonly documents?: number;
  readonly bytes?: number;
  readonly totalDocuments?: number | undefined;
  /** What `documents` counts, if it isn't documents. */
  readonly unit?: string;
  readonly totalBytes?: number | undefined;
  /** Amount that was done before this command started. */
  readonly before?: number;
}

export interface Progress {
  report(state: ProgressState): void;
  /** Clears the progress line. */
  end(): void;
}

/** A bar on one line on a terminal, a line every five seconds elsewhere, nothing when quiet. */
export function createProgress(options: {
  readonly terminal: Terminal;
  readonly clock: Clock;
  readonly label: string;
  readonly isQuiet: boolean;
}): Progress {
  const { terminal, clock, isQuiet } = options;
  let { label } = options;
  let startedAt = clock.now();
  let shownAt = startedAt;
  let isShown = false;

  function report(state: ProgressState): void {
    if (isQuiet) return;
    const now = clock.now();
    const { label: current = options.label } = state;
    if (current !== label) [label, startedAt] = [current, now];
    if (now - shownAt < (terminal.isInteractive ? TERMINAL_INTERVAL_MS : LINE_INTERVAL_MS)) return;
    shownAt = now;
    const texts = toProgressTexts(state, now - startedAt);
    const line = terminal.isInteractive
      ? `\r\u001b[K${toBarLine(label, texts)}`
      : `${toLine(label, texts)}\n`;
    terminal.err.write(line);
    isShown = true;
  }

  function end(): void {
    if (isShown && terminal.isInteractive) terminal.err.write('\r\u001b[K');
    isShown = false;
  }

  return { report, end };
}

interface ProgressTexts {
  readonly amount: string;
  readonly unit: string;
  readonly rate: string;
  /** Shown next to the number of documents. */
  readonly bytes: string | undefined;
  /** 0–1 */
  readonly share: number | undefined;
  readonly left: string | undefined;
}

function toProgressTexts(state: ProgressState, elapsedMs: number): ProgressTexts {
  const { documents, bytes = 0, totalDocuments, totalBytes, unit = 'documents', before = 0 } = state;
  const isByBytes = documents === undefined;
  const format = isByBytes ? formatBytes : formatCount;
  const [done, total] = isByBytes ? [bytes, totalBytes] : [documents, totalDocuments];
  const share = toShare(done, total) ?? toShare(bytes, totalBytes);
  const fresh = (share ?? 0) - (toShare(before, total) ?? 0);
  return {
    amount: format(done) + (total === undefined ? '' : ` of ${format(total)}`),
    unit: isByBytes ? '' : ` ${unit}`,
    rate: format(elapsedMs === 0 ? 0 : Math.round(((done - before) * 1000) / elapsedMs)),
    bytes: isByBytes || state.bytes === undefined ? undefined : formatBytes(bytes),
    share,
    left:
      fresh > 0 && share !== undefined && share < 1
        ? formatDuration((elapsedMs * (1 - share)) / fresh)
        : undefined,
  };
}

function toShare(done: number, total: number | undefined): number | undefined {
  return total === undefined || total === 0 ? undefined : Math.min(1, done / total);
}

function toLine(label: string, { amount, unit, rate, bytes, left }: ProgressTexts): string {
  return [
    `${label} ${amount}${unit}`,
    `${rate} a second`,
    ...(bytes === undefined ? [] : [bytes]),
    ...(left === undefined ? [] : [`${left} left`]),
  ].join(', ');
}

/** Fits 80 columns. */
function toBarLine(label: string, { amount, rate, bytes, share, left }: ProgressTexts): string {
  return [
    label,
    ...(share === undefined ? [] : [toBar(share), `${Math.floor(share * 100)} %`]),
    amount,
    `${rate}/s`,
    ...(bytes === undefined ? [] : [bytes]),
    ...(left === undefined ? [] : [`${left} left`]),
  ].join('  ');
}

function toBar(share: number): string {
  const full = Math.floor(share * BAR_CELLS);
  return '█'.repeat(full) + '░'.repeat(BAR_CELLS - full);
}
