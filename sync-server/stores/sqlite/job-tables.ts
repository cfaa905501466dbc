import type { Database } from 'better-sqlite3';
import type { JobProgress, JobRecord, JobStore } from '#server/core/jobs/job-store.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { PlanProblem } from '#shared/migration/plan.ts';
import { prepareJobEntries } from './job-entries.ts';
import type { RowReader } from '../rows.ts';

/** Reads one job, inside or outside a transaction. */
export function prepareJobRead(database: Database): (id: string) => JobRecord | undefined {
  const read = database.prepare<[string], string>(`SELECT record FROM job WHERE id = ?`).pluck();
  return (id) => {
    const record = read.get(id);
    return record === undefined ? undefined : (JSON.parse(record) as JobRecord);
  };
}

/** Reads the jobs in state `running`, inside a transaction of the caller. */
export function prepareOpenJobs(database: Database): () => readonly JobRecord[] {
  const read = database
    .prepare<[], string>(`SELECT record FROM job WHERE state = 'running' ORDER BY number`)
    .pluck();
  return () => read.all().map((record) => JSON.parse(record) as JobRecord);
}

/** Writes a decision's job changes; runs inside a transaction of the caller. */
export function prepareJobWriter(database: Database): (progress: JobProgress) => void {
  const put = database.prepare(
    `INSERT INTO job (id, state, record) VALUES (?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, record = excluded.record`,
  );
  const addProblem = database.prepare(
    `INSERT INTO jobProblem (job, number, problem)
     SELECT @job, COALESCE(MAX(number), 0) + 1, @problem FROM jobProblem WHERE job = @job`,
  );
  return ({ job, problems, others }) => {
    for (const one of [job, ...others]) put.run(one.id, one.state, JSON.stringify(one));
    for (const problem of problems) addProblem.run({ job: job.id, problem: JSON.stringify(problem) });
  };
}

export function createSqliteJobs(database: Database, rows: RowReader, clock: Clock): JobStore {
  const read = prepareJobRead(database);
  const list = database.prepare<[number], string>(`SELECT record FROM job ORDER BY number DESC LIMIT ?`);
  const total = database.prepare<[], number>(`SELECT COUNT(*) FROM job`);
  const inStates = database.prepare<[states: string], string>(
    `SELECT record FROM job WHERE state IN (SELECT value FROM json_each(?)) ORDER BY number`,
  );
  const problems = database.prepare<[string], string>(
    `SELECT problem FROM jobProblem WHERE job = ? ORDER BY number`,
  );
  const count = database.prepare<[string], number>(
    `SELECT COALESCE(SUM(last - first + 1), 0) FROM batch WHERE job = ?`,
  );
  const toRecords = (records: readonly string[]) => records.map((one) => JSON.parse(one) as JobRecord);
  return {
    now: async () => clock.now(),
    read: async (id) => read(id),
    list: async (limit) => toRecords(list.pluck().all(limit)),
    count: async () => total.pluck().get() ?? 0,
    inStates: async (states) => toRecords(inStates.pluck().all(JSON.stringify(states))),
    problems: async (id) =>
      problems
        .pluck()
        .all(id)
        .map((one) => JSON.parse(one) as PlanProblem),
    countEntries: async (id) => count.pluck().get(id) ?? 0,
    entries: prepareJobEntries(database, rows),
  };
}
