import { useIsOpen } from '#pwa/data/queries/use-query.ts';
import { useRejectedChanges } from '#pwa/data/queries/use-rejected-changes.ts';
import { RejectedChangeCard } from './rejected-change-card.tsx';
import { LoadingPart, EmptyNote, Part } from './part.tsx';
import styles from './sync-centre.module.css';

/** Writes that the server rejected. */
export function ReviewPart() {
  const rejectedChanges = useRejectedChanges();
  const isOpen = useIsOpen();
  return (
    <Part title="Needs review" count={rejectedChanges.length}>
      {!isOpen ? (
        <LoadingPart />
      ) : rejectedChanges.length === 0 ? (
        <EmptyNote>Nothing. The server has taken everything it was sent.</EmptyNote>
      ) : (
        <ul className={styles.reviewPartRejectedChanges}>
          {rejectedChanges.map((rejectedChange) => (
            <RejectedChangeCard key={rejectedChange.id} rejectedChange={rejectedChange} />
          ))}
        </ul>
      )}
    </Part>
  );
}
