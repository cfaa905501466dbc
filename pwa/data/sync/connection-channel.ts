import type { Connection, ConnectionMonitor } from './connection.ts';

const CHANNEL = 'nankeen-connection';
/** What a tab that has just been opened asks the one that replicates. */
const ASK = 'how does it stand?';

/** Tells the other tabs how the replicating one stands with the server; returns how to stop. */
export function shareConnection(monitor: ConnectionMonitor): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const tell = () => channel.postMessage(monitor.current);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === ASK) tell();
  });
  tell();
  const unsubscribe = monitor.subscribe(tell);
  return () => {
    unsubscribe();
    channel.close();
  };
}

/** Follows the replicating tab, unless this is it; returns how to stop. */
export function followConnection(monitor: ConnectionMonitor, isLeader: () => boolean): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<Connection | typeof ASK>) => {
    if (data !== ASK && !isLeader()) monitor.follow(data);
  });
  channel.postMessage(ASK);
  return () => channel.close();
}
