import type { useConnection } from '#pwa/data/use-connection.ts';
import { formatInstant } from '#pwa/ui/content/format-instant.ts';
import styles from './connection-facts.module.css';

export function ConnectionFacts({ connection }: { readonly connection: ReturnType<typeof useConnection> }) {
  const { isOnline, isSending, waiting, lastContactAt } = connection;
  return (
    <dl className={styles.facts}>
      <div className={styles.fact}>
        <dt>Connection</dt>
        <dd>{isOnline ? 'Online' : 'Offline'}</dd>
      </div>
      <div className={styles.fact}>
        <dt>{isSending ? 'Being sent' : 'Waiting'}</dt>
        <dd>{waiting}</dd>
      </div>
      <div className={styles.fact}>
        <dt>Last heard from the server</dt>
        <dd>{lastContactAt === undefined ? 'Not yet' : formatInstant(lastContactAt)}</dd>
      </div>
    </dl>
  );
}
