import type { Connection, ConnectionMonitor } from './connection.ts';

const CHANNEL = 'nankeen-connection';

/** Tells the other tabs how the replicating one stands with the server; returns how to stop. */
export function shareConnection(monitor: ConnectionMonitor): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const tell = () => channel.postMessage(monitor.current);
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
  channel.addEventListener('message', (event: MessageEvent<Connection>) => {
    if (!isLeader()) monitor.follow(event.data);
  });
  return () => channel.close();
}
