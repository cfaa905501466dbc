import { Link } from 'react-router-dom';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { useOfflineReadiness } from '#pwa/data/sync/offline-readiness.ts';
import { formatInstant } from '#pwa/ui/content/format-instant.ts';
import { ConfirmedIcon, SavedIcon } from '#pwa/ui/icons/state-icons.tsx';
import styles from './order-picker.module.css';

/** Whether this device can be taken where there is no network, and when it last heard of the server. */
export function FieldReadiness() {
  const isReady = useOfflineReadiness();
  const { lastContactAt, waiting } = useConnection();

  return (
    <p className={styles.fieldReadiness}>
      {isReady ? <ConfirmedIcon size="small" /> : <SavedIcon size="small" />}
      <span>
        {isReady
          ? 'Ready for the field: this app works here without a network.'
          : 'Not ready for the field yet: stay connected until everything is on this device.'}{' '}
        {lastContactAt !== undefined && `Last synced ${formatInstant(lastContactAt)}. `}
        {waiting > 0 && `${waiting} waiting to be sent. `}
        <Link to="/sync">Check</Link>
      </span>
    </p>
  );
}
