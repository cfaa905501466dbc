import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Plan } from '#shared/migration/plan.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { makePlan } from '#pwa/data/migration/admin-calls.ts';
import { toReason } from '../to-reason.ts';

export interface PlanState {
  readonly status: 'none' | 'planning' | 'ready' | 'failed';
  readonly plan?: Plan;
  readonly reason?: string;
  readonly error?: unknown;
  /** Whether the choices have changed since. */
  readonly isOutdated: boolean;
  readonly make: () => void;
  readonly cancel: () => void;
}

interface Made {
  readonly key: string;
  readonly plan?: Plan;
  readonly error?: unknown;
}

/** Delay after the last change, so that typing sends no requests. */
const SETTLE_MS = 400;

/**
 * The plan of the chosen job.
 * @param isAutomatic whether the plan is made again after every change, or only by `make`
 */
export function usePlan(spec: JobSpec | undefined, isAutomatic = false): PlanState {
  const app = useAppStore();
  const [made, setMade] = useState<Made>();
  const [isPlanning, setIsPlanning] = useState(false);
  /** Key of the plan the person cancelled. */
  const [cancelled, setCancelled] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const key = spec && JSON.stringify(spec);
  const due = isAutomatic && key !== made?.key && key !== cancelled ? key : undefined;

  function stop() {
    running.current?.abort();
    running.current = undefined;
    setIsPlanning(false);
  }

  async function make() {
    if (!spec || key === undefined) return;
    stop();
    const abort = new AbortController();
    running.current = abort;
    setIsPlanning(true);
    const result: Made = await makePlan(app, spec, abort.signal).then(
      (plan) => ({ key, plan }),
      (error: unknown) => ({ key, error }),
    );
    if (abort.signal.aborted) return;
    setMade(result);
    setIsPlanning(false);
  }

  const makeDue = useEffectEvent(() => void make());
  const stopOutdated = useEffectEvent(stop);
  useEffect(() => {
    if (due === undefined) return undefined;
    const timer = setTimeout(makeDue, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      stopOutdated();
    };
  }, [due]);

  const common = {
    make() {
      setCancelled(undefined);
      // Otherwise clearing `cancelled` makes it due.
      if (!isAutomatic || key === made?.key) void make();
    },
    cancel() {
      setCancelled(key);
      stop();
    },
  };
  if (isPlanning || due !== undefined) return { status: 'planning', isOutdated: false, ...common };
  if (!made) return { status: 'none', isOutdated: false, ...common };
  const isOutdated = made.key !== key;
  if (made.plan) return { status: 'ready', plan: made.plan, isOutdated, ...common };
  return { status: 'failed', reason: toReason(made.error), error: made.error, isOutdated, ...common };
}
