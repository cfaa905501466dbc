import type { ContentChange } from '#pwa/ui/content/diff-content.ts';
import { toPathName } from '#pwa/ui/content/field-name.ts';
import { Value } from '#pwa/ui/content/value.tsx';
import { Description, DescriptionList } from '#pwa/ui/description-list.tsx';
import { Details } from '#pwa/ui/details.tsx';
import { ArrowRightIcon } from '#pwa/ui/icons/action-icons.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './history-page.module.css';

interface ChangeListProps {
  readonly changes: readonly ContentChange[];
  /** Whether this created the document, so that there are no old values. */
  readonly isFirst: boolean;
}

/** Changes beyond this number are collapsed. */
const OPEN_CHANGES = 8;

/** The old and new value of each changed field. */
export function ChangeList({ changes, isFirst }: ChangeListProps) {
  if (isFirst) {
    return (
      <div className={styles.changeListChanges}>
        <Details title={`Show details (${changes.length} ${changes.length === 1 ? 'field' : 'fields'})`}>
          <Rows changes={changes} isFirst />
        </Details>
      </div>
    );
  }
  if (changes.length === 0) return null;
  const rest = changes.slice(OPEN_CHANGES);
  return (
    <div className={styles.changeListChanges}>
      <Rows changes={changes.slice(0, OPEN_CHANGES)} isFirst={false} />
      {rest.length > 0 && (
        <Details title={rest.length === 1 ? '1 more change' : `${rest.length} more changes`}>
          <Rows changes={rest} isFirst={false} />
        </Details>
      )}
    </div>
  );
}

function Rows({ changes, isFirst }: ChangeListProps) {
  return (
    <DescriptionList isSmall>
      {changes.map(({ path, was, is }) => (
        <Description key={path.join('.')} name={toPathName(path)}>
          <div className={isFirst ? styles.changeListOnly : styles.changeListValues}>
            {!isFirst && (
              <>
                <del className={styles.changeListWas}>
                  <VisuallyHidden>Before: </VisuallyHidden>
                  {was === undefined ? '–' : <Value value={was} />}
                </del>
                <ArrowRightIcon size="small" />
              </>
            )}
            <ins className={styles.changeListIs}>
              {!isFirst && <VisuallyHidden>After: </VisuallyHidden>}
              {is === undefined ? 'Removed' : <Value value={is} />}
            </ins>
          </div>
        </Description>
      ))}
    </DescriptionList>
  );
}
