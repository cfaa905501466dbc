import type { Measured } from './measures/measure-contestant.ts';

/** A target relative to the limit, or absolute in the measure's unit. */
type Target =
  | { readonly kind: 'at-least-of-limit'; readonly share: number }
  | { readonly kind: 'at-most-of-limit'; readonly share: number }
  | { readonly kind: 'at-most'; readonly value: number };

interface Line {
  readonly measure: string;
  readonly label: string;
  readonly digits: number;
  readonly target?: Target;
}

const LINES: readonly Line[] = [
  {
    measure: 'push',
    label: 'push, documents/s',
    digits: 0,
    target: { kind: 'at-least-of-limit', share: 0.7 },
  },
  {
    measure: 'pull',
    label: 'pull, documents/s',
    digits: 0,
    target: { kind: 'at-least-of-limit', share: 0.7 },
  },
  { measure: 'pullGzip', label: 'pull with gzip, documents/s', digits: 0 },
  { measure: 'pullBytes', label: 'pull, bytes/document on the wire', digits: 0 },
  { measure: 'pullGzipBytes', label: 'pull with gzip, bytes/document', digits: 0 },
  {
    measure: 'latencyMedian',
    label: 'live latency, median ms',
    digits: 1,
    target: { kind: 'at-most-of-limit', share: 2 },
  },
  { measure: 'latencyP95', label: 'live latency, p95 ms', digits: 1 },
  { measure: 'latencyInARow', label: 'live latency without pauses, median ms', digits: 1 },
  { measure: 'fanOut50Cpu', label: '50 readers, server CPU ms/message', digits: 2 },
  { measure: 'fanOut50P99', label: '50 readers, last has it, p99 ms', digits: 1 },
  {
    measure: 'fanOut200Cpu',
    label: '200 readers, server CPU ms/message',
    digits: 2,
    target: { kind: 'at-most-of-limit', share: 2.5 },
  },
  { measure: 'fanOut200P99', label: '200 readers, last has it, p99 ms', digits: 1 },
  { measure: 'fanOut1000Cpu', label: '1,000 readers, server CPU ms/message', digits: 2 },
  {
    measure: 'fanOut1000P99',
    label: '1,000 readers, last has it, p99 ms',
    digits: 1,
    target: { kind: 'at-most', value: 500 },
  },
  {
    measure: 'fanOut9000Cpu',
    label: '9,000 readers, server CPU ms/message',
    digits: 2,
    target: { kind: 'at-most-of-limit', share: 2.5 },
  },
  { measure: 'fanOut9000P99', label: '9,000 readers, last has it, p99 ms', digits: 1 },
  { measure: 'emptyPull', label: 'empty pull, bytes', digits: 0 },
  {
    measure: 'reconnect',
    label: 'reconnect without changes, bytes',
    digits: 0,
    target: { kind: 'at-most', value: 2000 },
  },
  { measure: 'idleMb', label: 'server memory idle, MB', digits: 1 },
  {
    measure: 'loadedMb',
    label: 'server memory after the load, MB',
    digits: 1,
    target: { kind: 'at-most', value: 130 },
  },
  { measure: 'restedMb', label: 'server memory 20 s after the load, MB', digits: 1 },
  {
    measure: 'streamKb',
    label: 'server memory per idle stream, kB',
    digits: 1,
    target: { kind: 'at-most', value: 50 },
  },
  {
    measure: 'firstSync',
    label: 'first sync into RxDB (memory), s/10,000',
    digits: 2,
    target: { kind: 'at-most', value: 1.5 },
  },
  {
    measure: 'browserFirstSync',
    label: 'first sync in Chromium, s/10,000',
    digits: 2,
    target: { kind: 'at-most', value: 6 },
  },
  { measure: 'savedPriceMedian', label: 'a saved price in another Chromium, median ms', digits: 0 },
  {
    measure: 'savedPriceP95',
    label: 'a saved price in another Chromium, p95 ms',
    digits: 0,
    target: { kind: 'at-most', value: 1000 },
  },
  {
    measure: 'pendingEdits',
    label: '500 edits made offline acknowledged, s',
    digits: 2,
    target: { kind: 'at-most', value: 5 },
  },
];

export interface Standing {
  readonly name: string;
  readonly about: string;
  readonly measured: Measured;
}

export interface Missing {
  readonly name: string;
  readonly reason: string;
}

/** Our measures that miss their target, as text. */
export function findShortfalls(standings: readonly Standing[]): readonly string[] {
  return LINES.flatMap((line) => {
    const verdict = judge(line, standings);
    return verdict?.isReached === false ? [`${line.label}: ${verdict.text}`] : [];
  });
}

export function toTable(standings: readonly Standing[], missing: readonly Missing[]): string {
  const head = ['', ...standings.map(({ name }) => name), 'nankeen/limit', 'target'];
  const rows = LINES.filter(({ measure }) =>
    standings.some(({ measured }) => measured[measure] !== undefined),
  ).map((line) => [
    line.label,
    ...standings.map(({ measured }) => format(measured[line.measure], line.digits)),
    format(toRatio(line.measure, standings), 2),
    judge(line, standings)?.text ?? '',
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const toLine = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  const notes = [
    ...standings.map(({ name, about }) => `${name}: ${about}`),
    ...missing.map(({ name, reason }) => `${name} is missing: ${reason}`),
  ];
  return [...[head, ...rows].map(toLine), '', ...notes, ''].join('\n');
}

/** Our value divided by the limit's, by measure. */
export function toRatios(standings: readonly Standing[]): Readonly<Record<string, number>> {
  const ratios = LINES.map(({ measure }) => [measure, toRatio(measure, standings)] as const);
  return Object.fromEntries(
    ratios.flatMap(([measure, ratio]) => (ratio === undefined ? [] : [[measure, ratio]])),
  );
}

function toRatio(measure: string, standings: readonly Standing[]): number | undefined {
  const ours = findMeasured('nankeen', measure, standings);
  const limit = findMeasured('limit', measure, standings);
  return ours === undefined || !limit ? undefined : ours / limit;
}

function findMeasured(name: string, measure: string, standings: readonly Standing[]): number | undefined {
  return standings.find((standing) => standing.name === name)?.measured[measure];
}

function judge(
  { measure, target }: Line,
  standings: readonly Standing[],
): { readonly isReached: boolean; readonly text: string } | undefined {
  if (!target) return undefined;
  const value = findMeasured('nankeen', measure, standings);
  const ratio = toRatio(measure, standings);
  const figure = target.kind === 'at-most' ? value : ratio;
  if (figure === undefined) return undefined;
  const bound = target.kind === 'at-most' ? target.value : target.share;
  const isReached = target.kind === 'at-least-of-limit' ? figure >= bound : figure <= bound;
  const sign = target.kind === 'at-least-of-limit' ? '≥' : '≤';
  const unit = target.kind === 'at-most' ? '' : ' × limit';
  return { isReached, text: `${sign} ${bound}${unit} ${isReached ? 'yes' : 'NO'}` };
}

function format(value: number | undefined, digits: number): string {
  if (value === undefined) return '–';
  return value.toLocaleString('en-AU', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
