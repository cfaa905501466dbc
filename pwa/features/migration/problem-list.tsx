import { useState } from 'react';
import type { PlanProblem } from '#shared/migration/plan.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Description, DescriptionList } from '#pwa/ui/description-list.tsx';
import { Details } from '#pwa/ui/details.tsx';
import { saveFile } from '#pwa/ui/save-file.ts';
import { countOf } from './count-of.ts';
import styles from './migration.module.css';

interface ProblemListProps {
  readonly problems: readonly PlanProblem[];
  readonly title: string;
  /** The counted noun, in the singular. */
  readonly what?: 'problem' | 'document';
  /** Number of all problems; `problems` has only the first ones. */
  readonly count: number;
  /** Start of the name of the file they can be saved as. */
  readonly name: string;
  readonly isOpenFirst?: boolean;
}

const SHOWN = 20;

/** Lists problems with their places, and saves them as a file. */
export function ProblemList({
  title,
  what = 'problem',
  problems,
  count,
  name,
  isOpenFirst = false,
}: ProblemListProps) {
  const [isAllShown, setIsAllShown] = useState(false);
  const shown = isAllShown ? problems : problems.slice(0, SHOWN);
  const lines = () => problems.map((problem) => `${JSON.stringify(problem)}\n`).join('');
  return (
    <Details title={`${title}: ${countOf(count, what)}`} isOpenFirst={isOpenFirst}>
      <DescriptionList isSmall>
        {shown.map((problem) => (
          <Description key={JSON.stringify(problem)} name={toLocation(problem)}>
            {problem.path && `${problem.path}: `}
            {problem.message} ({problem.code})
          </Description>
        ))}
      </DescriptionList>
      <div className={styles.jobActions}>
        {shown.length < problems.length && (
          <Button kind="plain" onClick={() => setIsAllShown(true)}>
            {problems.length < count
              ? `Show the first ${problems.length.toLocaleString('en-AU')}`
              : `Show all ${count.toLocaleString('en-AU')}`}
          </Button>
        )}
        <Button
          kind="plain"
          onClick={() => saveFile(`${name}-problems.ndjson`, lines(), 'application/x-ndjson')}
        >
          {problems.length < count
            ? `Save the first ${problems.length.toLocaleString('en-AU')} as a file`
            : 'Save the list as a file'}
        </Button>
      </div>
    </Details>
  );
}

/** The line, character and byte in a file, as far as known, followed by the document's id. */
function toLocation({ id, line, column, byte }: PlanProblem): string {
  const location = [
    ...(line === undefined ? [] : [`Line ${line}`]),
    ...(column === undefined ? [] : [`character ${column}`]),
    ...(byte === undefined ? [] : [`byte ${byte.toLocaleString('en-AU')}`]),
  ].join(', ');
  return [location, id].filter((part) => part !== '').join(' · ');
}
