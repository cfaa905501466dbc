import { useEffect, useRef, useState } from 'react';
import type { ImportJobSpec } from '#shared/migration/job-spec.ts';
import type { Job } from '#shared/migration/job.ts';
import { cancelJob, fetchJob, startJob } from '#pwa/data/migration/admin-calls.ts';
import { sendImport } from '#pwa/data/migration/send-import.ts';
import { toReason } from './to-reason.ts';

export interface Sending {
  /** Documents sent so far, while it is sending. */
  readonly sent: number | undefined;
  readonly failure: string | undefined;
  /** @param begun an import that waits for the rest of the file */
  readonly send: (file: File, spec: ImportJobSpec, idField: string, begun?: Job) => void;
  readonly stop: () => void;
}

/** Sends a file's documents as an import; leaving the screen stops it, and it can go on later. */
export function useSending(onDone: (job: Job) => void): Sending {
  const [sent, setSent] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function send(file: File, spec: ImportJobSpec, idField: string, begun?: Job) {
    const abort = new AbortController();
    running.current = abort;
    setFailure(undefined);
    setSent(begun?.position ?? 0);
    let job: Job | undefined;
    try {
      job = begun ? await fetchJob(begun.id) : await startJob(spec);
      onDone(await sendImport(file, { job, idField }, { signal: abort.signal, onProgress: setSent }));
    } catch (error) {
      if (abort.signal.aborted && job) onDone(await cancelJob(job.id).catch(() => job as Job));
      else setFailure(toReason(error));
    } finally {
      setSent(undefined);
    }
  }

  return {
    sent,
    failure,
    send: (...args) => void send(...args),
    stop: () => running.current?.abort(),
  };
}
