/** What one run of the bench does. */
export interface Settings {
  /** Of each size. */
  readonly documents: number;
  /** Bytes of a document. */
  readonly sizes: readonly number[];
  /** Brought in and out by us alone, for the memory it takes. */
  readonly many: number;
}

export function readSettings(args: readonly string[]): Settings {
  const unknown = args.find((argument) => argument !== '--short');
  if (unknown !== undefined)
    throw new Error(`${unknown} is not known. Usage: npm run bench:cli [-- --short]`);
  return args.includes('--short')
    ? { documents: 5000, sizes: [485], many: 20_000 }
    : { documents: 100_000, sizes: [485, 1500], many: 1_000_000 };
}
