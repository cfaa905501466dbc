import type { Actor } from '#shared/access/actor.ts';
import { isJsonEqual } from '#shared/kernel/json.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Plan } from '#shared/migration/plan.ts';
import type { StartJob } from '#shared/migration/start-job.ts';
import type { DocumentStore } from '../document-store.ts';
import type { TouchedCollections } from './job-store.ts';

const MOST = 20;

interface RecentPlan {
  readonly plan: Plan;
  readonly spec: JobSpec;
  readonly actor: Actor;
  readonly touched: TouchedCollections;
  /** The store's newest sequence when planning began. */
  readonly sequence: number;
}

/**
 * The latest plans. A job that is given one starts at once if its collections have not changed since: planning a
 * million documents takes longer than some proxies wait.
 */
export interface RecentPlans {
  add(plan: RecentPlan): void;
  /** The plan whose hash a request carries, if it was made for the same caller and still holds. */
  find(request: StartJob, actor: Actor): Promise<Plan | undefined>;
}

export function createRecentPlans(store: DocumentStore): RecentPlans {
  const plans = new Map<string, RecentPlan>();

  async function isUnchanged(collection: string, after: number): Promise<boolean> {
    const query = { collection, scope: 'everything', after, limit: 1 } as const;
    return (await store.changesSince(query)).documents.length === 0;
  }

  return {
    add(recent) {
      const { hash } = recent.plan;
      plans.delete(hash);
      // The samples are not needed again.
      plans.set(hash, { ...recent, plan: { ...recent.plan, samples: [] } });
      for (const oldest of [...plans.keys()].slice(0, -MOST)) plans.delete(oldest);
    },
    async find({ spec, planHash = '' }, actor) {
      const recent = plans.get(planHash);
      if (!recent || !isJsonEqual(recent.spec, spec) || !isJsonEqual(recent.actor, actor)) return undefined;
      const { writes, reads } = recent.touched;
      for (const collection of [writes, reads]) {
        if (!(await isUnchanged(collection, recent.sequence))) return undefined;
      }
      return recent.plan;
    },
  };
}
