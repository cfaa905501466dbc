import { useDrafts } from '#pwa/data/use-drafts.ts';
import { DraftCard } from './draft-card.tsx';
import { Nothing, Part } from './part.tsx';
import styles from './review-part.module.css';

/** What the server did not take as it was written. */
export function ReviewPart() {
  const drafts = useDrafts();
  return (
    <Part title="Needs review" count={drafts.length}>
      {drafts.length === 0 ? (
        <Nothing>Nothing. The server has taken everything it was sent.</Nothing>
      ) : (
        <ul className={styles.drafts}>
          {drafts.map((draft) => (
            <DraftCard key={draft.id} draft={draft} />
          ))}
        </ul>
      )}
    </Part>
  );
}
