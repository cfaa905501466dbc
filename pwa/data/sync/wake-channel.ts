const CHANNEL = 'nankeen-wake';

/** Asks the tab that replicates, whichever it is, to try the server at once. */
export function askForSync(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('wake');
  channel.close();
}

/** Hears what other tabs ask for; returns how to stop. */
export function hearWakes(wake: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', wake);
  return () => channel.close();
}
