import { useEffect, useRef } from 'react';
import type { Job } from '#shared/migration/job.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toJobTitle } from './job-text.ts';
import { JobView } from './job-view.tsx';
import styles from './job-view.module.css';
import { Step } from './step.tsx';

interface StartedJobProps {
  readonly job: Job;
  /** What it undoes. */
  readonly undone: Job | undefined;
  readonly onChange: () => void;
  readonly onStarted: (job: Job) => void;
  readonly onClose: () => void;
}

/** The job that was just started, in place of what it was started from. */
export function StartedJob({ job, undone, onChange, onStarted, onClose }: StartedJobProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'start' });
    place.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      <Step
        title={undone ? `${toJobTitle(job.spec)}: ${toJobTitle(undone.spec)}` : toJobTitle(job.spec)}
        note="It is also listed under Jobs, with the way to undo it."
      >
        <JobView job={job} onChange={onChange} onStarted={onStarted} />
        <Button kind="plain" onClick={onClose}>
          Do something else
        </Button>
      </Step>
    </div>
  );
}
