import type { ImportProblem } from '#shared/import/import-problem.ts';
import type { FileReport } from '#pwa/data/migration/check-file.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Choice } from '#pwa/ui/choice.tsx';
import { Fact, Facts } from '#pwa/ui/facts.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { saveFile } from '#pwa/ui/save-file.ts';
import { countOf } from './count-of.ts';
import { RestFolded } from './rest-folded.tsx';

interface FileReportViewProps {
  readonly report: FileReport;
  readonly fileName: string;
  readonly isLeavingOut: boolean;
  readonly onLeaveOut: (isLeavingOut: boolean) => void;
}

const SHOWN = 20;
const OPEN = 5;

/** What was found in a file: how many documents, and what is wrong on which line. */
export function FileReportView({ report, fileName, isLeavingOut, onLeaveOut }: FileReportViewProps) {
  const { documents, problems, problemCount, faulty, rejects, notices, leftOut } = report;
  return (
    <>
      <div role="status">
        <Notice tone={problemCount > 0 ? 'pending' : 'confirmed'}>{toVerdict(report)}</Notice>
      </div>
      {notices.map((notice) => (
        <Notice key={notice}>{notice}.</Notice>
      ))}
      {leftOut.map(({ name, count }) => (
        <Notice key={name}>
          {name} of {countOf(count, 'document')} has no place here and isn’t sent.
        </Notice>
      ))}
      {problemCount > 0 && (
        <>
          <RestFolded items={problems.slice(0, SHOWN)} first={OPEN}>
            {(some) => (
              <Facts isSmall>
                {some.map((problem) => (
                  <Fact key={JSON.stringify(problem)} name={toPlace(problem)}>
                    {problem.path && `${problem.path}: `}
                    {problem.message} ({problem.code})
                  </Fact>
                ))}
              </Facts>
            )}
          </RestFolded>
          <Button
            kind="plain"
            onClick={() =>
              saveFile(
                `${fileName}-rejects.ndjson`,
                rejects.map((line) => `${line}\n`).join(''),
                'application/x-ndjson',
              )
            }
          >
            {rejects.length < faulty
              ? `Save the first ${rejects.length.toLocaleString('en-AU')} as a file, to mend and import`
              : 'Save them as a file, to mend and import'}
          </Button>
          {documents > 0 && (
            <Choice type="checkbox" checked={isLeavingOut} onChange={() => onLeaveOut(!isLeavingOut)}>
              Leave {countOf(faulty, 'faulty part')} out and import the rest
            </Choice>
          )}
        </>
      )}
    </>
  );
}

function toVerdict({ documents, problemCount }: FileReport): string {
  const problems = countOf(problemCount, 'problem');
  if (problemCount === 0) return `${countOf(documents, 'document')}, all in order.`;
  if (documents === 0) return `Nothing in it can be imported as it is: ${problems}.`;
  return `${countOf(documents, 'document')} in order; ${problems} elsewhere in the file. Mend them, or leave them out below.`;
}

function toPlace({ line, column, id }: ImportProblem): string {
  const place = column === undefined ? `Line ${line}` : `Line ${line}, character ${column}`;
  return id ? `${place}, ${id}` : place;
}
