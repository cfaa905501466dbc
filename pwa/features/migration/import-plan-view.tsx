import { useState } from 'react';
import type { ImportPlan } from '#pwa/data/migration/send-import.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Choice } from '#pwa/ui/choice.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { countOf } from './count-of.ts';
import { countWrites, FateCounts } from './fate-counts.tsx';
import { ProblemList } from './problem-list.tsx';

interface ImportPlanViewProps {
  readonly plan: ImportPlan;
  readonly canRun: boolean;
  readonly onImport: () => void;
}

/** What importing would do, and the button that does it. */
export function ImportPlanView({ plan, canRun, onImport }: ImportPlanViewProps) {
  const [isLeavingOut, setIsLeavingOut] = useState(false);
  const { counts, problems, problemCount } = plan;
  const writes = countWrites(counts);
  const isInTheWay = problemCount > 0 && !isLeavingOut;
  return (
    <>
      <FateCounts label="What would happen" counts={counts} isPast={false} />
      {problemCount > 0 && (
        <>
          <ProblemList title="In the way" problems={problems} count={problemCount} name="plan" isOpenFirst />
          <Choice type="checkbox" checked={isLeavingOut} onChange={() => setIsLeavingOut(!isLeavingOut)}>
            Leave {countOf(counts.reject, 'document')} out and import the rest
          </Choice>
        </>
      )}
      {writes === 0 ? (
        <Notice>Nothing would change: every document is there already, or stays out.</Notice>
      ) : (
        <>
          <Notice>
            {countOf(writes, 'document')} will be written, and devices follow by themselves. Each keeps its
            earlier state in its history, and the import can be undone as a whole.
          </Notice>
          <Button kind="primary" disabled={!canRun || isInTheWay} onClick={onImport}>
            Import {countOf(writes, 'document')}
          </Button>
        </>
      )}
    </>
  );
}
