import { useState, type ComponentProps } from 'react';
import type { Job } from '#shared/migration/job.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { Details } from '#pwa/ui/details.tsx';
import { ConfirmedIcon, ExpiredIcon, ReviewIcon, SendingIcon } from '#pwa/ui/icons/state-icons.tsx';
import { Chip } from '#pwa/ui/state-chip.tsx';
import { FetchState } from '../fetch-state.tsx';
import { findRelations, type JobRelations } from './job-relations.ts';
import { toJobDetail, toJobTitle, isUndoneWhole, toStateText } from './job-text.ts';
import { JobView } from './job-view.tsx';
import styles from './migration.module.css';
import { Step } from './step.tsx';
import type { Fetched } from '../use-fetched.ts';
import { isActive } from './use-live-job.ts';

/** Number of newest jobs shown at first. */
const SHOWN = 20;

interface JobsStepProps {
  readonly jobs: Fetched<readonly Job[]>;
  /** The job that already shows above the list. */
  readonly startedId: string | undefined;
  readonly onStarted: (job: Job) => void;
}

/** Lists the jobs: what was done, by whom, and how to undo it. */
export function JobsStep({ jobs, startedId, onStarted }: JobsStepProps) {
  const { status, value, reload } = jobs;
  const [isAll, setAll] = useState(false);
  return (
    <Step
      title="Jobs"
      note="Everything that was written from here or from the command line, the newest first. Each can be undone."
    >
      <FetchState of={jobs} what="jobs" />
      {status === 'idle' && <p>The list is on the server; it shows as soon as there is a connection.</p>}
      {value?.length === 0 && <p>None yet. What you apply is listed here, with the way to undo it.</p>}
      {value && value.length > 0 && (
        <ol className={styles.jobsStepList}>
          {(isAll ? value : value.slice(0, SHOWN)).map((job) => {
            const relations = findRelations(value, job);
            return (
              <li key={job.id} className={styles.jobsStepJob}>
                <Details
                  title={<JobLine job={job} relations={relations} />}
                  isOpenFirst={isActive(job) && job.id !== startedId}
                >
                  <div className={styles.jobsStepInside}>
                    <JobView job={job} relations={relations} onChange={reload} onStarted={onStarted} />
                  </div>
                </Details>
              </li>
            );
          })}
        </ol>
      )}
      {value && value.length > SHOWN && !isAll && (
        <Button onClick={() => setAll(true)}>Show all {value.length.toLocaleString('en-AU')}</Button>
      )}
    </Step>
  );
}

interface JobLineProps {
  readonly job: Job;
  readonly relations: JobRelations;
}

function JobLine({ job, relations: { subject, isRedo, undoing } }: JobLineProps) {
  const detail = subject ? toJobTitle(subject.spec) : toJobDetail(job.spec);
  return (
    <span className={styles.jobsStepLine}>
      <span>
        {toJobTitle(job.spec, isRedo)}
        {detail && <span className={styles.jobsStepSoft}> {detail}</span>}
        <span className={styles.jobsStepWho}>
          <Instant at={job.startedAt} /> by {job.startedBy}
        </span>
      </span>
      <JobStateChip job={job} undoing={undoing} />
    </span>
  );
}

type ChipStyle = Pick<ComponentProps<typeof Chip>, 'tone' | 'Icon'>;

const CHIP_STYLES: Readonly<Record<Job['state'], ChipStyle>> = {
  receiving: { tone: 'sending', Icon: SendingIcon },
  running: { tone: 'sending', Icon: SendingIcon },
  done: { tone: 'confirmed', Icon: ConfirmedIcon },
  cancelled: { tone: 'over', Icon: ExpiredIcon },
  failed: { tone: 'review', Icon: ReviewIcon },
  interrupted: { tone: 'saved', Icon: ReviewIcon },
};

interface JobStateChipProps {
  readonly job: Job;
  readonly undoing: Job | undefined;
}

function JobStateChip({ job, undoing }: JobStateChipProps) {
  return <Chip {...toChipStyle(job, undoing)} text={toStateText(job, undoing)} />;
}

function toChipStyle({ state, undoneBy }: Job, undoing: Job | undefined): ChipStyle {
  if (undoneBy === null) return CHIP_STYLES[state];
  if (undoing?.state === 'running') return CHIP_STYLES.running;
  return isUndoneWhole(undoing) ? CHIP_STYLES.cancelled : CHIP_STYLES.interrupted;
}
