import type { Job } from '#shared/migration/job.ts';
import { ProgressBar } from './progress-bar.tsx';
import { toJobTitle } from './job-text.ts';

/** How many documents a job has looked at. */
export function JobProgress({ job }: { readonly job: Job }) {
  return <ProgressBar label={toJobTitle(job.spec)} done={job.position} total={job.total ?? undefined} />;
}
