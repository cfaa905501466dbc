import { useConnection } from '#pwa/data/use-connection.ts';
import { useDrafts } from '#pwa/data/use-drafts.ts';
import { useOutbox } from '#pwa/data/use-outbox.ts';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { ConnectionFacts } from './connection-facts.tsx';
import { DraftCard } from './draft-card.tsx';
import styles from './sync-page.module.css';
import { WaitingList } from './waiting-list.tsx';

/** What this device still has to say to the server, and what the server did not take. */
export function SyncPage() {
  const connection = useConnection();
  const writes = useOutbox();
  const drafts = useDrafts();
  return (
    <Page title="Sync centre">
      <PageHead
        heading="Sync centre"
        lead="Everything you do is saved on this device first, and sent when there is a connection. Nothing is dropped without you."
      />
      <ConnectionFacts connection={connection} />
      <section className={styles.part} aria-labelledby="waiting-title">
        <h2 id="waiting-title" className={styles.title}>
          Waiting to be sent
        </h2>
        <WaitingList writes={writes} />
      </section>
      <section className={styles.part} aria-labelledby="review-title">
        <h2 id="review-title" className={styles.title}>
          Needs review
        </h2>
        {drafts.length === 0 ? (
          <p className={styles.nothing}>Nothing. The server has taken everything it was sent.</p>
        ) : (
          <ul className={styles.drafts}>
            {drafts.map((draft) => (
              <DraftCard key={draft.id} draft={draft} />
            ))}
          </ul>
        )}
      </section>
    </Page>
  );
}
