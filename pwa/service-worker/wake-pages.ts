/** Pages register this background sync while writes wait, see `features/install/waiting-work.ts`. */
const TAG = 'nankeen-outbox';
/** The channel that wakes the replicating tab, see `data/sync/wake-channel.ts`. */
const CHANNEL = 'nankeen-wake';

/**
 * Wakes the open pages when the browser reports that the network is back. Only a page can push: without one the writes
 * wait for the next start.
 */
export function wakePages({ tag }: { readonly tag: string }): void {
  if (tag !== TAG) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('wake');
  channel.close();
}
