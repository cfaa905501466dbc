import type { Job } from '#shared/migration/job.ts';
import { useConnection } from '#pwa/data/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { countOf } from './count-of.ts';
import { ImportPlanView } from './import-plan-view.tsx';
import { ProgressBar } from './progress-bar.tsx';
import type { ImportRun } from './use-import-run.ts';

interface ImportActionsProps {
  readonly run: ImportRun;
  /** Whether the file can be sent as it is. */
  readonly isFit: boolean;
  readonly documents: number;
  /** An import of this file that waits for the rest of it. */
  readonly begun: Job | undefined;
}

/** Comparing a checked file with its collection, and then the button that imports it. */
export function ImportActions({ run, isFit, documents, begun }: ImportActionsProps) {
  const { isOnline } = useConnection();
  const { step, done, plan, failure } = run;
  const canRun = isFit && isOnline;
  if (step === 'planning') {
    return (
      <>
        <ProgressBar label="Comparing; nothing is written" done={done} total={documents} />
        <Button onClick={run.stop}>Stop</Button>
      </>
    );
  }
  return (
    <>
      {begun && (
        <Notice
          tone="pending"
          actions={
            <Button disabled={!canRun} onClick={() => run.send(begun)}>
              Go on with it
            </Button>
          }
        >
          An import of this file stopped after {countOf(begun.position, 'document')}.
        </Notice>
      )}
      {!isOnline && <p>The file is compared and sent as soon as there is a connection.</p>}
      <Button kind={plan ? 'quiet' : 'primary'} disabled={!canRun} onClick={run.look}>
        {plan ? 'Make the plan again' : 'Show the plan'}
      </Button>
      {plan && <ImportPlanView plan={plan} canRun={canRun} onImport={() => run.send()} />}
      {failure !== undefined && (
        <Notice tone="error" role="alert">
          {failure}
        </Notice>
      )}
    </>
  );
}
