import type { Job } from '#shared/migration/job.ts';
import type { Plan, PlanCounts } from '#shared/migration/plan.ts';

const NONE: PlanCounts = {
  create: 0,
  replace: 0,
  merge: 0,
  delete: 0,
  skip: 0,
  reject: 0,
  unchanged: 0,
};

export function sampleCounts(some: Partial<PlanCounts>): PlanCounts {
  return { ...NONE, ...some };
}

export function samplePlan(some: Partial<Plan> = {}): Plan {
  return {
    documents: 3,
    counts: sampleCounts({ create: 2, unchanged: 1 }),
    renamed: [],
    samples: [],
    problems: [],
    problemCount: 0,
    collisions: 0,
    lostValues: 0,
    reordered: 0,
    hash: 'hash-1',
    ...some,
  };
}

export function sampleJob(some: Partial<Job> = {}): Job {
  return {
    id: 'job-1',
    spec: {
      kind: 'copy',
      source: 'meadows',
      target: 'fields',
      mode: 'upsert',
      onConflict: 'overwrite',
      where: [],
    },
    state: 'done',
    position: 3,
    total: 3,
    counts: sampleCounts({ create: 2, unchanged: 1 }),
    problems: [],
    problemCount: 0,
    startedAt: '2026-11-21T07:40:00.000Z',
    endedAt: '2026-11-21T07:40:01.000Z',
    startedBy: 'iris@example.com',
    message: null,
    undoneBy: null,
    ...some,
  };
}
