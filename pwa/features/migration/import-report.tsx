import type { Plan } from '#shared/migration/plan.ts';
import { Description, DescriptionList } from '#pwa/ui/description-list.tsx';
import { Details } from '#pwa/ui/details.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { countOf } from './count-of.ts';
import { RestDetails } from './rest-details.tsx';

const OPEN_NOTICES = 5;
const OPEN_COLUMNS = 20;

/** What the server found in a file: its format, the decisions made while reading, and the fields left out. */
export function ImportReport({ plan }: { readonly plan: Plan }) {
  if (!plan.import) return null;
  const { format, notices, leftOut } = plan.import;
  return (
    <>
      <div role="status">
        <Notice tone={plan.counts.reject > 0 ? 'pending' : 'confirmed'}>
          {format}: {toVerdict(plan)}
        </Notice>
      </div>
      <RestDetails items={notices} first={OPEN_NOTICES}>
        {(some) => some.map((notice) => <Notice key={notice}>{notice}</Notice>)}
      </RestDetails>
      {leftOut.length > 0 && (
        <Details title={toLeftOutTitle(leftOut.length)} isOpenFirst>
          <RestDetails items={leftOut} first={OPEN_COLUMNS}>
            {(some) => (
              <DescriptionList isSmall>
                {some.map(({ name, count }) => (
                  <Description key={name} name={name}>
                    Left out {count.toLocaleString('en-AU')} {count === 1 ? 'time' : 'times'}
                  </Description>
                ))}
              </DescriptionList>
            )}
          </RestDetails>
        </Details>
      )}
    </>
  );
}

function toLeftOutTitle(count: number): string {
  return `Without a place here: ${count} ${count === 1 ? 'column or field' : 'columns or fields'}`;
}

function toVerdict({ documents, counts: { reject }, problemCount }: Plan): string {
  const good = documents - reject;
  const problems = countOf(problemCount, 'problem');
  if (reject === 0) return `${countOf(good, 'document')}, all in order.`;
  if (good === 0) return `nothing in it can be imported as it is, with ${problems}.`;
  return `${countOf(good, 'document')} in order, ${problems} elsewhere in the file.`;
}
