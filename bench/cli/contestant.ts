import type { SampleFile } from './sample-file.ts';
import type { Cost } from './timed-command.ts';

/** One way of bringing a file of documents into a store, and out again. */
export interface Contestant {
  readonly name: string;
  readonly about: string;
  /** Into an empty store, which is made in `folder` before the clock runs; and back out into a file. */
  run(sample: SampleFile, folder: string): Promise<Measured>;
}

export interface Measured {
  readonly importing: Cost;
  readonly exporting?: Cost;
  /** Milliseconds that a call of the server took meanwhile, of a hundred the slowest but one. */
  readonly pingP99?: number;
  /** The same while the server copies the collection to another one. */
  readonly copyPingP99?: number;
}
