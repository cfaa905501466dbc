/** Pages ask for it while something waits, see `features/install/waiting-work.ts`. */
const TAG = 'nankeen-outbox';
/** The one through which tabs wake the one of them that replicates, see `data/sync/wake-channel.ts`. */
const CHANNEL = 'nankeen-wake';

/**
 * Wakes the open pages when the browser says that there is a network again. Only a page can send: without one the
 * writes wait for the next start.
 */
export function wakePages({ tag }: { readonly tag: string }): void {
  if (tag !== TAG) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('wake');
  channel.close();
}
