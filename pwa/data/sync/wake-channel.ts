const CHANNEL = 'nankeen-wake';

/** Asks the replicating tab to sync at once. */
export function requestSync(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('wake');
  channel.close();
}

/** Calls `wake` when another tab asks for a sync. @returns a function that stops it */
export function onSyncRequest(wake: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', wake);
  return () => channel.close();
}
