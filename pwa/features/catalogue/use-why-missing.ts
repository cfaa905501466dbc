import { useConnection } from '#pwa/data/sync/use-connection.ts';

/** What stands where a picture that was never shown on this device would be; nothing while there is a network. */
export function useWhyMissing(): string | undefined {
  const { isOnline } = useConnection();
  return isOnline ? undefined : 'Not saved on this device';
}
