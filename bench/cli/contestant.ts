import type { SampleFile } from './sample-file.ts';
import type { Cost } from './timed-command.ts';

/** A tool that imports a file of documents into a store and may export them again. */
export interface Contestant {
  readonly name: string;
  readonly about: string;
  /** Imports into an empty store in `folder`, created before timing starts, and exports to a file. */
  run(sample: SampleFile, folder: string): Promise<Measured>;
}

export interface Measured {
  readonly importing: Cost;
  readonly exporting?: Cost;
  /** Moving the documents and their copies to PostgreSQL, which waits for the disk; without it, nothing. */
  readonly moving?: Cost | undefined;
  /** 99th percentile of other calls to the server during the import, in milliseconds. */
  readonly pingP99?: number;
  /** The same while the server copies the collection. */
  readonly copyPingP99?: number;
}
