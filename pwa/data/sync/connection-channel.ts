import type { Connection, ConnectionMonitor } from './connection.ts';

const CHANNEL = 'nankeen-connection';
/** Request of a newly opened tab for the connection's state; a wire value between tabs. */
const ASK = 'ask';

/** Posts the replicating tab's connection state to the other tabs. @returns a function that stops it */
export function shareConnection(monitor: ConnectionMonitor): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const post = () => channel.postMessage(monitor.current);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === ASK) post();
  });
  post();
  const unsubscribe = monitor.subscribe(post);
  return () => {
    unsubscribe();
    channel.close();
  };
}

/** Follows the replicating tab's connection state, unless this tab replicates. @returns a function that stops it */
export function followConnection(monitor: ConnectionMonitor, isLeader: () => boolean): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<Connection | typeof ASK>) => {
    if (data !== ASK && !isLeader()) monitor.follow(data);
  });
  channel.postMessage(ASK);
  return () => channel.close();
}
