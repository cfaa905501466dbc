import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Job } from '#shared/migration/job.ts';
import { ProgressBar } from './progress-bar.tsx';

const DOING: Readonly<Record<JobSpec['kind'], string>> = {
  copy: 'Copying',
  rename: 'Renaming fields',
  import: 'Received',
  undo: 'Undoing',
};

/** How many documents a job has looked at. */
export function JobProgress({ job: { spec, position, total } }: { readonly job: Job }) {
  return <ProgressBar label={DOING[spec.kind]} done={position} total={total ?? undefined} />;
}
