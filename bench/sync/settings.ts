/** Settings of a benchmark run. */
export interface Settings {
  readonly documents: number;
  /** Rounds on fresh servers; the report has their medians. */
  readonly rounds: number;
  /** Documents pushed and pulled before measuring. */
  readonly warmUp: number;
  readonly batch: number;
  readonly inFlight: number;
  readonly page: number;
  readonly latencySamples: number;
  readonly fanOutStreams: readonly number[];
  readonly fanOutMessages: number;
  readonly idleStreams: number;
  /** Compares nodes on PostgreSQL instead of peers. */
  readonly isOnPostgres: boolean;
}

const FULL: Settings = {
  documents: 10_000,
  rounds: 3,
  warmUp: 1000,
  batch: 100,
  inFlight: 4,
  page: 1000,
  latencySamples: 200,
  fanOutStreams: [50, 200, 1000, 9000],
  fanOutMessages: 50,
  idleStreams: 500,
  isOnPostgres: false,
};

export function readSettings(args: readonly string[]): Settings {
  const unknown = args.find((argument) => !['--short', '--postgres'].includes(argument));
  if (unknown !== undefined)
    throw new Error(`Unknown argument ${unknown}. Usage: npm run bench:sync [-- --short --postgres]`);
  const full = { ...FULL, isOnPostgres: args.includes('--postgres') };
  return args.includes('--short')
    ? { ...full, documents: 1000, latencySamples: 50, fanOutStreams: [50, 200], fanOutMessages: 20 }
    : full;
}
