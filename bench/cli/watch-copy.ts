import { setTimeout as wait } from 'node:timers/promises';
import type { NankeenServer } from '../support/build-nankeen.ts';
import { watchServer } from './watch-server.ts';

const POLL_MS = 100;

/** Copies a collection in a job. @returns 99th percentile of other calls meanwhile, in milliseconds */
export async function watchCopy(
  { origin, adminToken }: NankeenServer,
  source: string,
  target: string,
): Promise<number> {
  const headers = { authorization: `Bearer ${adminToken}` };
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${origin}/api/v1/admin/jobs${path}`, { ...init, headers });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as { readonly id: string; readonly state: string };
  };
  const watch = watchServer(origin);
  const spec = { kind: 'copy', source, target };
  let job = await call('', { method: 'POST', body: JSON.stringify({ spec }) });
  while (job.state === 'running') {
    await wait(POLL_MS);
    job = await call(`/${job.id}`);
  }
  if (job.state !== 'done') throw new Error(`The copy ended as ${job.state}.`);
  return watch.end();
}
