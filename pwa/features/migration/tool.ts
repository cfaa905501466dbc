import type { CollectionSummary } from '#shared/api/messages.ts';
import type { Job } from '#shared/migration/job.ts';
import type { Choices, ChooseSome } from './choices.ts';

/** What every way to migrate is given. */
export interface TaskProps {
  readonly collections: readonly CollectionSummary[];
  readonly jobs: readonly Job[];
  readonly choices: Choices;
  readonly onChoose: ChooseSome;
  readonly onStarted: (job: Job) => void;
  /** The server's state has changed: it is to be asked for again. */
  readonly onChange: () => void;
}
