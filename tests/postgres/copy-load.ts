import { setTimeout as delay } from 'node:timers/promises';
import type { Job } from '#shared/migration/job.ts';
import { createJobCalls } from '../support/job-calls.ts';
import { toRequests } from '../support/upload-file.ts';

const AGAIN_MS = 200;

interface CopyLoad {
  /** A node to call. */
  readonly pick: () => { readonly origin: string; readonly adminToken: string };
  readonly source: string;
  readonly isOver: () => boolean;
}

/**
 * Copies a collection to new ones, one after the other, through nodes that fail.
 * @returns the new collections, each with all documents
 */
export async function runCopies({ pick, source, isOver }: CopyLoad): Promise<readonly string[]> {
  const jobs = () => createJobCalls(toRequests(pick()));

  /** Whatever call fails is made again, but what it did may have been done. */
  async function again<Value>(call: () => Promise<Value | undefined>): Promise<Value> {
    for (;;) {
      const value = await call().catch(() => undefined);
      if (value !== undefined) return value;
      await delay(AGAIN_MS);
    }
  }

  async function copy(target: string): Promise<void> {
    const isOfTarget = ({ spec }: Job) => spec.kind === 'copy' && spec.target === target;
    const { id } = await again(
      async () =>
        (await jobs().list()).find(isOfTarget) ??
        (await jobs().start({ kind: 'copy', source, target, mode: 'replace-all' })),
    );
    await again(async () => {
      const { state } = await jobs().read(id);
      if (state === 'done') return true;
      if (state !== 'running') await jobs().resume(id);
      return undefined;
    });
  }

  const targets: string[] = [];
  do {
    const target = `${source}${targets.length + 1}`;
    await copy(target);
    targets.push(target);
  } while (!isOver());
  return targets;
}
