import type { Actor } from '#shared/access/actor.ts';
import { rulesOf, toReadScope } from '#shared/access/decide-access.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { JobStore, TouchedCollections } from './job-store.ts';

/** @throws AppError `not-found` for the undo of a missing job */
export async function findTouched(jobs: JobStore, spec: JobSpec): Promise<TouchedCollections> {
  if (spec.kind === 'copy') return { writes: spec.target, reads: spec.source };
  if (spec.kind !== 'undo') return { writes: spec.collection, reads: spec.collection };
  const undone = await jobs.read(spec.job);
  if (!undone) throw jobNotFound();
  const { writes } = await findTouched(jobs, undone.spec);
  return { writes, reads: writes };
}

/** Whether two jobs at the same time would see or overwrite each other's unfinished work. */
export function isInTheWay(a: TouchedCollections, b: TouchedCollections): boolean {
  return a.writes === b.writes || a.writes === b.reads || a.reads === b.writes;
}

/** Whether an actor may see every document that a job touches, and so its problems. */
export function seesAll(actor: Actor, { writes, reads }: TouchedCollections): boolean {
  return [writes, reads].every((collection) => {
    const scope = toReadScope(collection, actor);
    return scope === 'everything' || (scope !== 'nothing' && rulesOf(collection).audience !== 'owner');
  });
}

/** Human-readable description of a job. */
export function describeJob(spec: JobSpec): string {
  switch (spec.kind) {
    case 'rename':
      return `the renaming of fields in ${spec.collection}`;
    case 'copy':
      return `the copy of ${spec.source} to ${spec.target}`;
    case 'import':
      return `the import of ${spec.label ?? 'a file'} into ${spec.collection}`;
    case 'undo':
      return `the undoing of ${spec.job}`;
  }
}

export function jobNotFound(): AppError {
  return new AppError('not-found', 'There is no such job.');
}
