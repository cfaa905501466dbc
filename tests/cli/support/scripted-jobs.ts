import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Job, JobState } from '#shared/migration/job.ts';
import { PLAN_ACTIONS, type Plan, type PlanAction, type PlanCounts } from '#shared/migration/plan.ts';
import { createCliWorld, type CliWorld } from './cli-run.ts';

/** A server with scripted plans and jobs, for states that are rare on a real one. */
export interface ScriptedJobs {
  readonly world: CliWorld;
  /** Posted bodies, with the end of the path, e.g. `plans`. */
  readonly posted: { readonly path: string; readonly body: unknown }[];
  /** Responses to `POST /admin/plans`, in order. The last one repeats. */
  plans: (Partial<Plan> | Response)[];
  /** Successive states of the job. The last one repeats. */
  states: (Partial<Job> | Response)[];
}

const SPEC: JobSpec = {
  kind: 'copy',
  source: 'a',
  target: 'b',
  mode: 'upsert',
  onConflict: 'overwrite',
  where: [],
};

export function createScriptedJobs(): ScriptedJobs {
  const world = createCliWorld();
  const script: ScriptedJobs = { world, posted: [], plans: [toPlan()], states: [toJob('done')] };
  const next = <Item>(items: Item[]) => (items.length > 1 ? items.shift() : items[0]);
  world.intercept = (path, init) => {
    const [, rest] = /^\/api\/v1\/admin\/(plans|jobs.*)$/.exec(path) ?? [];
    if (rest === undefined) return undefined;
    if (init?.method === 'POST') {
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
      script.posted.push({ path: rest, body });
    }
    const scripted = rest === 'plans' ? next(script.plans) : next(script.states);
    if (scripted instanceof Response) return scripted.clone();
    if (rest === 'plans') return Response.json({ ...toPlan(), ...scripted });
    const job = { ...toJob('done'), ...scripted };
    return Response.json(rest === 'jobs' && init?.method !== 'POST' ? { jobs: [job] } : job);
  };
  return script;
}

export function toCounts(counts: Partial<PlanCounts> = {}): PlanCounts {
  const none = Object.fromEntries(PLAN_ACTIONS.map((action) => [action, 0])) as Record<PlanAction, number>;
  return { ...none, ...counts };
}

export function toPlan(counts: Partial<PlanCounts> = { create: 2 }): Plan {
  return {
    documents: Object.values(counts).reduce((sum, count) => sum + count, 0),
    counts: toCounts(counts),
    renamed: [],
    samples: [],
    problems: [],
    problemCount: 0,
    collisions: 0,
    lostValues: 0,
    reordered: 0,
    hash: 'hash-of-the-plan',
  };
}

export function toJob(state: JobState, part: Partial<Job> = {}): Job {
  return {
    id: 'job-1',
    spec: SPEC,
    state,
    position: 2,
    total: 2,
    counts: toCounts({ create: 2 }),
    problems: [],
    problemCount: 0,
    startedAt: '2026-11-21T07:00:00.000Z',
    endedAt: null,
    startedBy: 'admin',
    message: null,
    undoneBy: null,
    ...part,
  };
}

/** An error response. */
export function refusal(
  status: number,
  error: { code: string; message: string; path?: string | undefined },
): Response {
  return Response.json({ error }, { status });
}
