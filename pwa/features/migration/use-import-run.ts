import { useEffect, useRef, useState } from 'react';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Job } from '#shared/migration/job.ts';
import { cancelJob, fetchJob, startJob } from '#pwa/data/migration/admin-calls.ts';
import {
  planImport,
  sendImport,
  type ImportPlan,
  type ImportSource,
} from '#pwa/data/migration/send-import.ts';
import { toReason } from './to-reason.ts';

export interface ImportRun {
  readonly step: 'waiting' | 'planning' | 'sending';
  /** Documents the server has answered so far. */
  readonly done: number;
  /** Of what is chosen now. */
  readonly plan: ImportPlan | undefined;
  readonly failure: string | undefined;
  readonly look: () => void;
  /** @param begun an import that waits for the rest of the file */
  readonly send: (begun?: Job) => void;
  readonly stop: () => void;
}

interface RunWatch {
  readonly onEnd: (job: Job) => void;
  /** Sending broke off; the import may wait for the rest. */
  readonly onBreak: () => void;
}

/** Compares a file with its collection, and sends it. Leaving the screen stops it; what was sent can be undone. */
export function useImportRun(source: ImportSource | undefined, { onEnd, onBreak }: RunWatch): ImportRun {
  const [step, setStep] = useState<ImportRun['step']>('waiting');
  const [done, setDone] = useState(0);
  const [planned, setPlanned] = useState<{ readonly key: string; readonly plan: ImportPlan }>();
  const [failure, setFailure] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const key = source ? toKey(source) : '';

  async function run(next: ImportRun['step'], work: (signal: AbortSignal) => Promise<void>) {
    const abort = new AbortController();
    running.current = abort;
    setStep(next);
    setDone(0);
    setFailure(undefined);
    await work(abort.signal).catch((error: unknown) => {
      if (!abort.signal.aborted) setFailure(toReason(error));
    });
    setStep('waiting');
  }

  async function look(from: ImportSource) {
    await run('planning', async (signal) => {
      const plan = await planImport(from, { signal, onProgress: setDone });
      setPlanned({ key, plan });
    });
  }

  async function send(from: ImportSource, begun?: Job) {
    await run('sending', async (signal) => {
      const job = begun ? await fetchJob(begun.id) : await startJob(from.spec);
      try {
        onEnd(await sendImport(from, job, { signal, onProgress: setDone }));
      } catch (error) {
        // An import nobody sends into any more would be in the way of other jobs. Out of reach it waits, and can go on.
        const ended = await cancelJob(job.id).catch(() => undefined);
        if (ended && signal.aborted) return onEnd(ended);
        if (!signal.aborted) setFailure(toBreakReason(error));
        onBreak();
      }
    });
  }

  return {
    step,
    done,
    plan: planned?.key === key ? planned.plan : undefined,
    failure,
    look: () => void (source && look(source)),
    send: (begun) => void (source && send(source, begun)),
    stop: () => running.current?.abort(),
  };
}

/** Why sending broke off. Batches before it are written. */
function toBreakReason(error: unknown): string {
  const isReached = error instanceof AppError && error.code !== 'unavailable';
  const reason = isReached ? error.message : 'The server did not answer.';
  return `${reason} What was sent before is written, and stands under Jobs, where it can be undone. The rest was not sent.`;
}

function toKey({ file, spec, target }: ImportSource): string {
  return JSON.stringify([file.name, file.size, file.lastModified, spec, target]);
}
