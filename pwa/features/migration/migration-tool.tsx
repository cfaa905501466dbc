import { useState, type ComponentType, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Job } from '#shared/migration/job.ts';
import { ViewLinks } from '#pwa/ui/view-links.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { FetchState } from '../fetch-state.tsx';
import { AT_FIRST, toRenameSpec } from './choices.ts';
import { CopyTask } from './copy-task.tsx';
import { ExportTask } from './export-task.tsx';
import { ImportTask } from './import-task.tsx';
import { findRelations, type JobRelations } from './job-relations.ts';
import { JobsStep } from './jobs-step.tsx';
import styles from './migration.module.css';
import type { TaskProps } from './tool.ts';
import { useServerState } from './use-server-state.ts';
import { toJobTitle } from './job-text.ts';
import { JobView } from './job-view.tsx';
import { Step } from './step.tsx';
import { CollectionPicker } from './collection-picker.tsx';
import { FieldsStep } from './fields-step.tsx';
import { PlanStep } from './plan-step.tsx';
import { useFieldPreview } from './use-field-preview.ts';

const TASKS: readonly (readonly [name: string, text: string, task: ComponentType<TaskProps>])[] = [
  ['copy', 'Copy', CopyTask],
  ['rename', 'Rename fields', RenameTask],
  ['import', 'Import', ImportTask],
  ['export', 'Export', ExportTask],
];

/** One of the four tasks at a time, and the jobs below it. */
export function MigrationTool() {
  const [query] = useSearchParams();
  const requested = TASKS.findIndex(([name]) => name === query.get('task'));
  const current = Math.max(requested, 0);
  const Task = TASKS[current]?.[2] ?? CopyTask;
  const [choices, setChoices] = useState(AT_FIRST);
  const [started, setStarted] = useState<Job>();
  const { collections, jobs, reload } = useServerState();

  function show(job: Job) {
    setStarted(job);
    reload();
  }

  return (
    <>
      <div className={styles.ways}>
        <ViewLinks
          label="Ways to migrate"
          links={TASKS.map(([name, text], index) => ({
            to: `/migration?task=${name}`,
            text,
            isCurrent: index === current,
          }))}
        />
      </div>
      {started ? (
        <StartedJob
          key={started.id}
          job={started}
          relations={findRelations(jobs.value ?? [], started)}
          onChange={reload}
          onStarted={show}
          onClose={() => setStarted(undefined)}
        />
      ) : (
        <>
          <div className={styles.waiting}>
            <FetchState of={collections} what="collections" />
          </div>
          {(collections.value || collections.status === 'idle') && (
            <Task
              collections={collections.value ?? []}
              choices={choices}
              onChoose={(some) => setChoices((all) => ({ ...all, ...some }))}
              onStarted={show}
            />
          )}
        </>
      )}
      <JobsStep jobs={jobs} startedId={started?.id} onStarted={show} />
    </>
  );
}

interface StartedJobProps {
  readonly job: Job;
  readonly relations: JobRelations;
  readonly onChange: () => void;
  readonly onStarted: (job: Job) => void;
  readonly onClose: () => void;
}

/** The job that was just started; replaces the form it was started from. */
function StartedJob({ job, relations, onChange, onStarted, onClose }: StartedJobProps) {
  const { subject, isRedo } = relations;
  const title = toJobTitle(job.spec, isRedo);
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    container.current?.scrollIntoView({ block: 'start' });
    container.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={container} tabIndex={-1} className={styles.jobPlace}>
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

/** Renames fields of a collection in place. */
function RenameTask({ collections, choices, onChoose, onStarted }: TaskProps) {
  const { source } = choices;
  const { inventory, preview } = useFieldPreview(choices);
  const rename = preview.fault ? undefined : toRenameSpec(choices);
  return (
    <>
      <Step
        title="Which collection"
        note="Its documents stay where they are and keep their ids; the names of their fields change."
      >
        <CollectionPicker
          label="Collection"
          collections={collections}
          chosen={source}
          onChoose={(name) => onChoose({ source: name, names: {} })}
        />
      </Step>
      <FieldsStep
        inventory={inventory}
        choices={choices}
        preview={preview}
        isOptional={false}
        onChoose={onChoose}
      />
      <PlanStep
        spec={source !== '' && rename ? { kind: 'rename', collection: source, rename } : undefined}
        missing="Choose a collection, and what is to be renamed."
        onStarted={onStarted}
      />
    </>
  );
}
