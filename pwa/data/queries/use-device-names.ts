import { useEffect, useState } from 'react';
import { DEVICE_NAME_ROUTES, type DeviceNames } from '#shared/api/device-name-routes.ts';
import { useAppStore } from '../app-store.ts';
import { logNotice } from '../log.ts';
import { useSession } from '../session/use-session.ts';
import { pageClient } from '../sync/page-client.ts';
import { useConnection } from '../sync/use-connection.ts';

export type NamedDevices = DeviceNames['devices'];

const NONE: NamedDevices = [];

/** The devices that sellers named, for staff; empty for others and without a connection. */
export function useDeviceNames(): NamedDevices {
  const app = useAppStore();
  const { isStaff } = useSession();
  const { isOnline } = useConnection();
  const [devices, setDevices] = useState(NONE);
  useEffect(() => {
    if (!isStaff || !isOnline) return undefined;
    const abort = new AbortController();
    pageClient(app)
      .call(DEVICE_NAME_ROUTES.deviceNames, { signal: abort.signal })
      .then((found) => setDevices(found.devices))
      .catch((error: unknown) => {
        if (!abort.signal.aborted) logNotice('The names of devices could not be fetched.', error);
      });
    return () => abort.abort();
  }, [app, isStaff, isOnline]);
  return isStaff ? devices : NONE;
}
