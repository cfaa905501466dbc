import type { PlanAction, PlanSample } from '#shared/migration/plan.ts';
import { Description, DescriptionList } from '#pwa/ui/description-list.tsx';
import { Details } from '#pwa/ui/details.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { RestDetails } from './rest-details.tsx';
import { toSampleChanges, type SampleChange } from './sample-changes.ts';
import styles from './migration.module.css';

const ACTION_TEXTS: Readonly<Record<PlanAction, string>> = {
  create: 'is created',
  replace: 'is replaced',
  merge: 'is laid over',
  delete: 'is deleted',
  skip: 'stays as it is',
  reject: 'is rejected',
  unchanged: 'stays the same',
};

/** Sample documents with the differences that a plan would make. */
export function SampleList({ samples }: { readonly samples: readonly PlanSample[] }) {
  return (
    <section aria-label="Examples">
      <h3 className={styles.sampleListTitle}>The first {samples.length} that change</h3>
      <RestDetails items={samples} first={OPEN_SAMPLES}>
        {(some) =>
          some.map((sample) => (
            <Details
              key={sample.id}
              title={`${sample.id} ${ACTION_TEXTS[sample.action]}`}
              isOpenFirst={sample === samples[0]}
            >
              <Differences changes={toSampleChanges(sample)} />
            </Details>
          ))
        }
      </RestDetails>
    </section>
  );
}

/** Items beyond these numbers are collapsed. */
const OPEN_SAMPLES = 5;
const OPEN_CHANGES = 12;

function Differences({ changes }: { readonly changes: readonly SampleChange[] }) {
  if (changes.length === 0) return <p>Only the order of its fields differs.</p>;
  return (
    <RestDetails items={changes} first={OPEN_CHANGES}>
      {(some) => <Rows changes={some} />}
    </RestDetails>
  );
}

function Rows({ changes }: { readonly changes: readonly SampleChange[] }) {
  return (
    <DescriptionList isSmall>
      {changes.map(({ path, to, was, is }) => (
        <Description key={path} name={path}>
          {to !== undefined && (
            <ins className={styles.sampleListIs}>
              <VisuallyHidden>Gets the name </VisuallyHidden>
              {to}
            </ins>
          )}
          {was !== undefined && (
            <del className={styles.sampleListWas}>
              <VisuallyHidden>Before: </VisuallyHidden>
              {was}
            </del>
          )}
          {is !== undefined && (
            <ins className={styles.sampleListIs}>
              <VisuallyHidden>After: </VisuallyHidden>
              {is}
            </ins>
          )}
        </Description>
      ))}
    </DescriptionList>
  );
}
