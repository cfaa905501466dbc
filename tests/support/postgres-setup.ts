import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../scripts/postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of this run's PostgreSQL. */
    readonly postgres: string;
  }
}

/** More than there are workers at once. */
const DATABASES = 16;

/** Starts the PostgreSQL that all tests share, with a database for each worker. */
export async function setup(project: TestProject): Promise<() => void> {
  const { url, stop } = startPostgres();
  project.provide('postgres', url);
  const client = new pg.Client(url);
  await client.connect();
  for (let worker = 1; worker <= DATABASES; worker += 1)
    await client.query(`CREATE DATABASE worker_${worker} STRATEGY file_copy`);
  await client.end();
  return stop;
}
