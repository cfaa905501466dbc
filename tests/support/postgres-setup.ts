import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../scripts/postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of this run's PostgreSQL. */
    readonly postgres: string;
  }
}

/** Starts the PostgreSQL that all tests share. */
export function setup(project: TestProject): () => void {
  const { url, stop } = startPostgres();
  project.provide('postgres', url);
  return stop;
}
