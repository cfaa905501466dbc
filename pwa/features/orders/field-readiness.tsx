import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { isReadyForOffline } from '#pwa/data/offline-readiness.ts';
import { useConnection } from '#pwa/data/use-connection.ts';
import { formatInstant } from '#pwa/ui/content/format-instant.ts';
import { ConfirmedIcon, SavedIcon } from '#pwa/ui/icons/state-icons.tsx';
import styles from './field-readiness.module.css';

/** Whether this device can be taken where there is no network, and when it last heard of the server. */
export function FieldReadiness() {
  const [isReady, setIsReady] = useState<boolean>();
  const { lastContactAt, waiting } = useConnection();

  useEffect(() => {
    let isOver = false;
    const look = () =>
      void isReadyForOffline().then(
        (ready) => !isOver && setIsReady(ready),
        () => !isOver && setIsReady(false),
      );
    look();
    // With each contact there may be more of it here, and with the worker all of the app is.
    const { serviceWorker } = navigator;
    serviceWorker?.addEventListener('controllerchange', look);
    return () => {
      isOver = true;
      serviceWorker?.removeEventListener('controllerchange', look);
    };
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies
  }, [lastContactAt]);

  return (
    <p className={styles.readiness}>
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
