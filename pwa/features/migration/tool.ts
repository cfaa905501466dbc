import type { Job } from '#shared/migration/job.ts';
import type { Choices, ChooseSome } from './choices.ts';

/** A collection with documents. */
export interface KnownCollection {
  readonly name: string;
  /** How many; missing until they are counted, which takes a while in a large store. */
  readonly documents: number | undefined;
}

/** What every way to migrate is given. */
export interface TaskProps {
  readonly collections: readonly KnownCollection[];
  readonly choices: Choices;
  readonly onChoose: ChooseSome;
  readonly onStarted: (job: Job) => void;
}
