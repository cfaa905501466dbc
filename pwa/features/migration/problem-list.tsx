import type { PlanProblem } from '#shared/migration/plan.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Fact, Facts } from '#pwa/ui/facts.tsx';
import { Fold } from '#pwa/ui/fold.tsx';
import { saveFile } from '#pwa/ui/save-file.ts';
import { countOf } from './count-of.ts';
import { RestFolded } from './rest-folded.tsx';

interface ProblemListProps {
  readonly problems: readonly PlanProblem[];
  readonly title: string;
  /** What is counted, in the singular. */
  readonly what?: 'problem' | 'document';
  /** Of all, of which the first are here. */
  readonly count: number;
  /** Of the file they can be saved as. */
  readonly name: string;
  readonly isOpenFirst?: boolean;
}

const SHOWN = 20;
const OPEN = 5;

/** Documents with what is wrong with each, and where; all of them as a file. */
export function ProblemList({
  title,
  what = 'problem',
  problems,
  count,
  name,
  isOpenFirst = false,
}: ProblemListProps) {
  const lines = () => problems.map((problem) => `${JSON.stringify(problem)}\n`).join('');
  return (
    <Fold title={`${title}: ${countOf(count, what)}`} isOpenFirst={isOpenFirst}>
      <RestFolded items={problems.slice(0, SHOWN)} first={OPEN}>
        {(some) => (
          <Facts isSmall>
            {some.map(({ id, code, path, message }) => (
              <Fact key={`${id} ${code} ${path}`} name={id}>
                {path && `${path}: `}
                {message} ({code})
              </Fact>
            ))}
          </Facts>
        )}
      </RestFolded>
      <Button
        kind="plain"
        onClick={() => saveFile(`${name}-problems.ndjson`, lines(), 'application/x-ndjson')}
      >
        {problems.length < count
          ? `Save the first ${problems.length.toLocaleString('en-AU')} as a file`
          : 'Save the list as a file'}
      </Button>
    </Fold>
  );
}
