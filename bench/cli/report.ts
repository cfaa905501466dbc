import type { Measured } from './contestant.ts';
import type { SampleFile } from './sample-file.ts';
import type { Cost } from './timed-command.ts';

export interface Standing {
  readonly name: string;
  readonly about: string;
  readonly measured: Measured;
}

const HEAD = ['', 'docs/s', 'wall s', 'CPU s', 'peak MB', 'CPU ÷ sqlite3', 'wall ÷ nankeen'];

/** One row per contestant and direction, with its ratios to sqlite3's CPU time and our wall time. */
export function toTable(standings: readonly Standing[], sample: SampleFile): string {
  const rows = (['importing', 'exporting'] as const).flatMap((direction) =>
    standings.flatMap(({ name, measured }) => {
      const cost = measured[direction];
      return cost ? [toRow(`${direction}, ${name}`, cost, sample, { standings, direction })] : [];
    }),
  );
  const widths = HEAD.map((_, column) => Math.max(...[HEAD, ...rows].map((row) => row[column]?.length ?? 0)));
  return [HEAD, ...rows]
    .map((row) =>
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0))),
    )
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n');
}

function toRow(
  label: string,
  { wallSeconds, cpuSeconds, peakMb }: Cost,
  { documents }: SampleFile,
  { standings, direction }: { readonly standings: readonly Standing[]; readonly direction: keyof Measured },
): readonly string[] {
  const find = (name: string) =>
    standings.find((one) => one.name === name)?.measured[direction] as Cost | undefined;
  const floor = find('sqlite3');
  const ours = find('nankeen');
  return [
    label,
    Math.round(documents / wallSeconds).toLocaleString('en-AU'),
    wallSeconds.toFixed(2),
    cpuSeconds.toFixed(2),
    peakMb.toFixed(0),
    floor ? (cpuSeconds / floor.cpuSeconds).toFixed(2) : '–',
    ours ? (wallSeconds / ours.wallSeconds).toFixed(2) : '–',
  ];
}
