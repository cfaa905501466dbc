import { Link } from 'react-router-dom';
import { useConnection } from '#pwa/data/use-connection.ts';
import { SyncIcon } from '#pwa/ui/icons/state-icons.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './sync-indicator.module.css';

/** How many writes wait for the server; nothing at all while none does. */
export function SyncIndicator() {
  const { waiting, isSending } = useConnection();
  if (waiting === 0) return null;
  return (
    <Link to="/sync" className={styles.link} title="Waiting to be sent">
      <SyncIcon size="small" />
      <span>{waiting}</span>
      <VisuallyHidden>{isSending ? ' being sent' : ' waiting to be sent'}</VisuallyHidden>
    </Link>
  );
}
