import { useState, type ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Job } from '#shared/migration/job.ts';
import { ViewLinks } from '#pwa/ui/view-links.tsx';
import { AT_FIRST } from './choices.ts';
import { CopyTask } from './copy-task.tsx';
import { ExportTask } from './export-task.tsx';
import { ImportTask } from './import-task.tsx';
import { findRelations } from './job-relations.ts';
import { JobsStep } from './jobs-step.tsx';
import { LoadingLines, TryAgain } from './loading-lines.tsx';
import styles from './migration.module.css';
import { RenameTask } from './rename-task.tsx';
import { StartedJob } from './started-job.tsx';
import type { TaskProps } from './tool.ts';
import { useServerState } from './use-server-state.ts';

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
            {collections.status === 'loading' && <LoadingLines text="Loading the collections" />}
            {collections.status === 'failed' && (
              <TryAgain
                what="The collections can’t be loaded."
                reason={collections.reason}
                onTry={collections.reload}
              />
            )}
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
