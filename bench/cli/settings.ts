/** Settings of a benchmark run. */
export interface Settings {
  /** Documents per size. */
  readonly documents: number;
  /** Document sizes in bytes. */
  readonly sizes: readonly number[];
  /** Documents of the large run of our own tools, which shows their memory use. */
  readonly many: number;
}

export function readSettings(args: readonly string[]): Settings {
  const unknown = args.find((argument) => argument !== '--short');
  if (unknown !== undefined)
    throw new Error(`Unknown argument ${unknown}. Usage: npm run bench:cli [-- --short]`);
  return args.includes('--short')
    ? { documents: 5000, sizes: [485], many: 20_000 }
    : { documents: 100_000, sizes: [485, 1500], many: 1_000_000 };
}
