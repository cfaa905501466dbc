import type { JobStore } from './job-store.ts';

/** Takes the bodies of an import that are under way at once in their order, however they arrive. */
export interface ImportTurns {
  /** @param from place of the body's first document in the whole import; called before the body is read */
  enter(job: string, from: number): Turn;
}

export interface Turn {
  /** Resolves when all before the body is written, or when there is no hope of it: the commit then refuses the gap. */
  come(): Promise<void>;
  /** The body is written or refused. */
  leave(): void;
}

/** For the body in front to begin to arrive: it may have to open its connection first. */
const GRACE_MS = 1000;
/** For it to be written once it has begun. */
const LONGEST_MS = 60_000;
/** Bodies of one import that wait, each held in memory as text. */
const MOST_WAITING = 3;

interface Import {
  readonly bodies: Set<{ readonly from: number }>;
  readonly waiting: Set<() => void>;
}

export function createImportTurns(jobs: JobStore): ImportTurns {
  const imports = new Map<string, Import>();

  function tell({ waiting }: Import): void {
    for (const wake of waiting) wake();
  }

  return {
    enter(job, from) {
      const own = imports.get(job) ?? { bodies: new Set(), waiting: new Set() };
      imports.set(job, own);
      const body = { from };
      own.bodies.add(body);
      tell(own);

      async function isDue(): Promise<boolean> {
        const record = await jobs.read(job);
        return record?.state !== 'receiving' || record.position >= from;
      }

      return {
        async come() {
          const begun = performance.now();
          let last = begun;
          while (!(await isDue())) {
            const isFollowing = [...own.bodies].some((one) => one.from < from);
            const end = isFollowing ? begun + LONGEST_MS : last + GRACE_MS;
            const ms = end - performance.now();
            if (ms <= 0 || own.waiting.size >= MOST_WAITING) return;
            if (await waitIn(own, ms)) last = performance.now();
          }
        },
        leave() {
          own.bodies.delete(body);
          if (own.bodies.size === 0) imports.delete(job);
          tell(own);
        },
      };
    },
  };
}

/** @returns whether anything happened before the time was over */
function waitIn({ waiting }: Import, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (hasHappened: boolean) => {
      clearTimeout(timer);
      waiting.delete(wake);
      resolve(hasHappened);
    };
    const wake = () => end(true);
    const timer = setTimeout(() => end(false), ms);
    waiting.add(wake);
  });
}
