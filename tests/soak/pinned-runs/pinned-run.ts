import type { Run } from '../model-steps.ts';

/** A run of the model that once found something, shrunk. */
export interface PinnedRun {
  readonly name: string;
  readonly run: Run;
}
