import { useConnection } from '#pwa/data/sync/use-connection.ts';

/** The text in place of a picture that isn't cached on this device; `undefined` while online. */
export function useWhyMissing(): string | undefined {
  const { isOnline } = useConnection();
  return isOnline ? undefined : 'Not saved on this device';
}
