import type { Run } from '../model-steps.ts';

/** A shrunk run of the model that once found a bug. */
export interface PinnedRun {
  readonly name: string;
  readonly run: Run;
}
