import type { RejectedChange } from '#pwa/data/queries/use-rejected-changes.ts';
import { toFieldName } from '#pwa/ui/content/field-name.ts';
import { toOwnFields } from '#pwa/ui/content/own-fields.ts';
import { Value } from '#pwa/ui/content/value.tsx';
import { Description, DescriptionList } from '#pwa/ui/description-list.tsx';
import { Details } from '#pwa/ui/details.tsx';
import styles from './sync-centre.module.css';
import { findFaults, isAbout } from './rejected-change-faults.ts';

/** With more fields than this, those without faults are collapsed. */
const OPEN_FIELDS = 6;

/** The rejected content, with each fault at its field. */
export function RejectedChangeContent({ rejectedChange }: { readonly rejectedChange: RejectedChange }) {
  const faults = findFaults(rejectedChange);
  const fields = toOwnFields(rejectedChange.content).map(([field, value]) => ({
    field,
    value,
    reasons: faults.filter((fault) => isAbout(fault.path, field)),
  }));
  const isLong = fields.length > OPEN_FIELDS;
  const shown = isLong ? fields.filter(({ reasons }) => reasons.length > 0) : fields;
  const folded = isLong ? fields.filter(({ reasons }) => reasons.length === 0) : [];

  const toRow = ({ field, value, reasons }: (typeof fields)[number]) => (
    <Description key={field} name={toFieldName(field)}>
      <Value value={value} />
      {reasons.map(({ path, message }) => (
        <p key={path} className={styles.rejectedChangeContentReason}>
          {message}
        </p>
      ))}
    </Description>
  );

  return (
    <div>
      {shown.length > 0 && <DescriptionList isSmall>{shown.map(toRow)}</DescriptionList>}
      {folded.length > 0 && (
        <Details title={shown.length > 0 ? `${folded.length} more fields` : 'What you wrote'}>
          <DescriptionList isSmall>{folded.map(toRow)}</DescriptionList>
        </Details>
      )}
    </div>
  );
}
