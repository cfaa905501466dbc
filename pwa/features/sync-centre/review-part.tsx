import { useIsOpen } from '#pwa/data/queries/use-is-open.ts';
import { useDrafts } from '#pwa/data/queries/use-drafts.ts';
import { DraftCard } from './draft-card.tsx';
import { LoadingPart, Nothing, Part } from './part.tsx';
import styles from './sync-centre.module.css';

/** What the server did not take as it was written. */
export function ReviewPart() {
  const drafts = useDrafts();
  const isOpen = useIsOpen();
  return (
    <Part title="Needs review" count={drafts.length}>
      {!isOpen ? (
        <LoadingPart />
      ) : drafts.length === 0 ? (
        <Nothing>Nothing. The server has taken everything it was sent.</Nothing>
      ) : (
        <ul className={styles.reviewPartDrafts}>
          {drafts.map((draft) => (
            <DraftCard key={draft.id} draft={draft} />
          ))}
        </ul>
      )}
    </Part>
  );
}
