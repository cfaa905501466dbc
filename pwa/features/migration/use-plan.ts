import { useEffect, useRef, useState } from 'react';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Plan } from '#shared/migration/plan.ts';
import { makePlan } from '#pwa/data/migration/admin-calls.ts';
import { toReason } from './to-reason.ts';

export interface PlanState {
  readonly status: 'none' | 'planning' | 'ready' | 'failed';
  readonly plan?: Plan;
  readonly reason?: string;
  /** Something was chosen otherwise since. */
  readonly isOutdated: boolean;
  readonly make: () => void;
  readonly cancel: () => void;
}

interface Made {
  readonly key: string;
  readonly plan?: Plan;
  readonly reason?: string;
}

/** The plan of what was chosen, made when it is asked for. */
export function usePlan(spec: JobSpec | undefined): PlanState {
  const [made, setMade] = useState<Made>();
  const [isPlanning, setIsPlanning] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  function cancel() {
    running.current?.abort();
    running.current = undefined;
    setIsPlanning(false);
  }

  async function make() {
    if (!spec) return;
    cancel();
    const abort = new AbortController();
    running.current = abort;
    setIsPlanning(true);
    const key = JSON.stringify(spec);
    const result: Made = await makePlan(spec, abort.signal).then(
      (plan) => ({ key, plan }),
      (error: unknown) => ({ key, reason: toReason(error) }),
    );
    if (abort.signal.aborted) return;
    setMade(result);
    setIsPlanning(false);
  }

  const common = { make: () => void make(), cancel };
  if (isPlanning) return { status: 'planning', isOutdated: false, ...common };
  if (!made) return { status: 'none', isOutdated: false, ...common };
  const isOutdated = made.key !== JSON.stringify(spec);
  if (made.reason !== undefined) return { status: 'failed', reason: made.reason, isOutdated, ...common };
  return made.plan
    ? { status: 'ready', plan: made.plan, isOutdated, ...common }
    : { status: 'none', isOutdated, ...common };
}
