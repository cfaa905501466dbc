import type { Draft } from '#pwa/data/queries/use-drafts.ts';
import { toFieldName } from '#pwa/ui/content/field-name.ts';
import { toOwnFields } from '#pwa/ui/content/own-fields.ts';
import { Value } from '#pwa/ui/content/value.tsx';
import { Fact, Facts } from '#pwa/ui/facts.tsx';
import { Fold } from '#pwa/ui/fold.tsx';
import styles from './sync-centre.module.css';
import { findFaults, isAbout } from './draft-faults.ts';

/** More fields than this are folded away, but for those that something is wrong with. */
const OPEN_FIELDS = 6;

/** What somebody wrote, with each reason beside the field it is about. */
export function DraftContent({ draft }: { readonly draft: Draft }) {
  const faults = findFaults(draft);
  const fields = toOwnFields(draft.content).map(([field, value]) => ({
    field,
    value,
    reasons: faults.filter((fault) => isAbout(fault.path, field)),
  }));
  const isLong = fields.length > OPEN_FIELDS;
  const shown = isLong ? fields.filter(({ reasons }) => reasons.length > 0) : fields;
  const folded = isLong ? fields.filter(({ reasons }) => reasons.length === 0) : [];

  const toRow = ({ field, value, reasons }: (typeof fields)[number]) => (
    <Fact key={field} name={toFieldName(field)}>
      <Value value={value} />
      {reasons.map(({ path, message }) => (
        <p key={path} className={styles.draftContentReason}>
          {message}
        </p>
      ))}
    </Fact>
  );

  return (
    <div>
      {shown.length > 0 && <Facts isSmall>{shown.map(toRow)}</Facts>}
      {folded.length > 0 && (
        <Fold title={shown.length > 0 ? `${folded.length} more fields` : 'What you wrote'}>
          <Facts isSmall>{folded.map(toRow)}</Facts>
        </Fold>
      )}
    </div>
  );
}
