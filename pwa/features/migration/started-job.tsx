import { useEffect, useRef } from 'react';
import type { Job } from '#shared/migration/job.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { JobRelations } from './job-relations.ts';
import { toJobTitle } from './job-text.ts';
import { JobView } from './job-view.tsx';
import styles from './job-view.module.css';
import { Step } from './step.tsx';

interface StartedJobProps {
  readonly job: Job;
  readonly relations: JobRelations;
  readonly onChange: () => void;
  readonly onStarted: (job: Job) => void;
  readonly onClose: () => void;
}

/** The job that was just started; replaces the form it was started from. */
export function StartedJob({ job, relations, onChange, onStarted, onClose }: StartedJobProps) {
  const { subject, isRedo } = relations;
  const title = toJobTitle(job.spec, isRedo);
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    container.current?.scrollIntoView({ block: 'start' });
    container.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={container} tabIndex={-1} className={styles.place}>
      <Step
        title={subject ? `${title}: ${toJobTitle(subject.spec)}` : title}
        note="It is also listed under Jobs, with the way to undo it."
      >
        <JobView job={job} relations={relations} onChange={onChange} onStarted={onStarted} />
        <Button kind="plain" onClick={onClose}>
          Do something else
        </Button>
      </Step>
    </div>
  );
}
