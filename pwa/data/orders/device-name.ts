import { useEffect } from 'react';
import { DEVICE_NAME_ROUTES } from '#shared/api/device-name-routes.ts';
import { useAppStore, type AppStore } from '../app-store.ts';
import { logNotice } from '../log.ts';
import { useHasAccess } from '../session/use-session.ts';
import { pageClient } from '../sync/page-client.ts';
import { useConnection } from '../sync/use-connection.ts';

const NAME_KEY = 'nankeen.deviceName';
/** What the server has, and of which installation. */
const SENT_KEY = 'nankeen.deviceName.sent';

export const MAX_DEVICE_NAME_LENGTH = 60;

/** The name that the seller gave this device; empty if none. */
export function readDeviceName({ storage }: Pick<AppStore, 'storage'>): string {
  return storage.getItem(NAME_KEY) ?? '';
}

/** Names this device, and sends the name when there is a connection. */
export async function nameDevice(app: AppStore, name: string): Promise<void> {
  app.storage.setItem(NAME_KEY, name.trim());
  await sendDeviceName(app);
}

/** Sends a name that the server does not have yet. */
export function useDeviceNameSent(): void {
  const app = useAppStore();
  const { isOnline } = useConnection();
  const hasAccess = useHasAccess();
  useEffect(() => {
    if (isOnline && hasAccess) void sendDeviceName(app);
  }, [app, isOnline, hasAccess]);
}

async function sendDeviceName(app: AppStore): Promise<void> {
  const { storage, installation } = app;
  const name = readDeviceName(app);
  try {
    const [before, after] = [storage.getItem(SENT_KEY) ?? '', name && `${await installation.fid()} ${name}`];
    if (before === after) return;
    await pageClient(app).call(DEVICE_NAME_ROUTES.nameDevice, { body: { name } });
    storage.setItem(SENT_KEY, after);
  } catch (error) {
    logNotice('The name of this device could not be sent.', error);
  }
}
