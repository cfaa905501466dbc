import type { Job } from '#shared/migration/job.ts';
import type { Choices, ChooseSome } from './choices.ts';

/** A collection that has documents. */
export interface KnownCollection {
  readonly name: string;
  /** Their number; `undefined` until they are counted, which takes a while in a large store. */
  readonly documents: number | undefined;
}

/** Props of every migration task. */
export interface TaskProps {
  readonly collections: readonly KnownCollection[];
  readonly choices: Choices;
  readonly onChoose: ChooseSome;
  readonly onStarted: (job: Job) => void;
}
