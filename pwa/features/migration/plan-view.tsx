import type { Plan } from '#shared/migration/plan.ts';
import { Description, DescriptionList } from '#pwa/ui/description-list.tsx';
import { Details } from '#pwa/ui/details.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { countOf } from './count-of.ts';
import { ActionCounts } from './action-counts.tsx';
import { ProblemList } from './problem-list.tsx';
import { RestDetails } from './rest-details.tsx';
import { SampleList } from './sample-list.tsx';

const OPEN = 20;

/** What a plan would do: counts, renamed fields, sample documents before and after, and problems. */
export function PlanView({ plan }: { readonly plan: Plan }) {
  const { counts, renamed, samples, problems, problemCount, lostValues } = plan;
  return (
    <>
      <ActionCounts label="What would happen" counts={counts} isPast={false} />
      {renamed.length > 0 && (
        <Details title={`${countOf(renamed.length, 'field name')} would change`}>
          <RestDetails items={renamed} first={OPEN}>
            {(some) => (
              <DescriptionList isSmall>
                {some.map(({ path, to, documents }) => (
                  <Description key={`${path} ${to}`} name={path}>
                    {to} · in {countOf(documents, 'document')}
                  </Description>
                ))}
              </DescriptionList>
            )}
          </RestDetails>
        </Details>
      )}
      {lostValues > 0 && (
        <Notice tone="pending">
          {countOf(lostValues, 'value')} would give way to another one of the same name, as you have chosen.
          The history keeps them.
        </Notice>
      )}
      {samples.length > 0 && <SampleList samples={samples} />}
      {problemCount > 0 && (
        <ProblemList title="In the way" problems={problems} count={problemCount} name="plan" isOpenFirst />
      )}
    </>
  );
}
