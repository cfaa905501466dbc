import type { CollectionSummary } from '#shared/api/messages.ts';
import type { Job } from '#shared/migration/job.ts';
import type { Choices, ChooseSome } from './choices.ts';

/** What every way to migrate is given. */
export interface TaskProps {
  readonly collections: readonly CollectionSummary[];
  readonly choices: Choices;
  readonly onChoose: ChooseSome;
  readonly onStarted: (job: Job) => void;
}
