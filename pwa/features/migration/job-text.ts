import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Job, JobState } from '#shared/migration/job.ts';
import type { RenameRule } from '#shared/migration/rename-spec.ts';
import { countOf } from './count-of.ts';
import { countWrites } from './action-counts.tsx';

/** A job's title, e.g. `Copy of products into products-2`. @param isRedo whether it undoes an undo */
export function toJobTitle(spec: JobSpec, isRedo = false): string {
  switch (spec.kind) {
    case 'copy':
      return `Copy of ${spec.source} into ${spec.target}`;
    case 'rename':
      return `Field names of ${spec.collection}`;
    case 'import':
      return `Import of ${spec.label ?? 'a file'} into ${spec.collection}`;
    case 'undo':
      return isRedo ? 'Redoing' : 'Undoing';
  }
}

/** A job's conditions and renames, e.g. `where stock>0, price → cost`; empty if it has none. */
export function toJobDetail(spec: JobSpec): string {
  const rename = spec.kind === 'rename' || spec.kind === 'copy' ? spec.rename : undefined;
  const rules = rename?.rules.map(toRuleText) ?? [];
  const where = spec.kind === 'copy' && spec.where.length > 0 ? [`where ${spec.where.join(' and ')}`] : [];
  return spec.kind === 'undo' ? `the job ${spec.job}` : [...where, ...rules].join(', ');
}

function toRuleText(rule: RenameRule): string {
  if (rule.kind === 'map') return `${rule.from} → ${rule.to}`;
  const find = rule.regex ? `/${rule.find}/` : `“${rule.find}”`;
  return `${find} → “${rule.replace}”${rule.path ? ` below ${rule.path}` : ''}`;
}

/** The collection a job writes to; `undefined` for an undo, which only names its job. */
export function toJobTarget(spec: JobSpec): string | undefined {
  if (spec.kind === 'undo') return undefined;
  return spec.kind === 'copy' ? spec.target : spec.collection;
}

const STATE_TEXTS: Readonly<Record<JobState, string>> = {
  receiving: 'Waiting for the file',
  running: 'Running',
  done: 'Done',
  cancelled: 'Cancelled',
  failed: 'Failed',
  interrupted: 'Interrupted',
};

/** @param undoing the job that undoes it, if known */
export function toStateText({ state, undoneBy, partlyUndoneBy }: Job, undoing: Job | undefined): string {
  if (undoneBy === null) return partlyUndoneBy === undefined ? STATE_TEXTS[state] : 'Undone in part';
  if (undoing?.state === 'running') return 'Being undone';
  return isUndoneWhole(undoing) ? 'Undone' : 'Undone in part';
}

export function isUndoneWhole(undoing: Job | undefined): boolean {
  return !undoing || (undoing.state === 'done' && undoing.problemCount === 0);
}

/** Says in a sentence or two what happened and what was kept. */
export function toOutcome(job: Job, undoing: Job | undefined): string {
  const { state } = job;
  if (job.undoneBy !== null) return toUndone(undoing);
  if (job.partlyUndoneBy !== undefined)
    return 'Some of it was undone, so it can’t go on. Undo takes back the rest.';
  switch (state) {
    case 'done':
      return toDone(job);
    case 'cancelled':
      return isWithoutFile(job)
        ? 'It was stopped before all of its file had arrived. Nothing was written.'
        : 'It was stopped. What it had written stays; it can go on, or be undone.';
    case 'failed':
      return toReason(job) ?? 'It could not go on. What it had written stays, and can be undone.';
    case 'interrupted':
      if (isWithoutFile(job)) return toReason(job) ?? 'Its file has not arrived. Nothing was written.';
      return `${toReason(job) ?? 'The server ended while it ran.'} Nothing is lost: it goes on from where it was.`;
    case 'receiving':
      return 'The file is being sent, for example by the command line. Nothing is written before all of it has arrived.';
    case 'running':
      return 'It runs on the server: you may leave this page.';
  }
}

/** Whether part of an import's file is missing, so that the job can't be resumed here. */
export function isWithoutFile({ spec, state, import: report, file }: Job): boolean {
  if (spec.kind !== 'import' || report || state === 'done' || state === 'running') return false;
  return !file || file.bytes < file.totalBytes;
}

function toUndone(undoing: Job | undefined): string {
  if (!undoing || isUndoneWhole(undoing)) return 'It was undone: documents are as they were before it.';
  if (undoing.state === 'running') return 'It is being undone, by a later job in the list.';
  if (undoing.state !== 'done')
    return 'Undoing it stopped on its way. The later job in the list that undoes it says why, and can go on.';
  const left = `${countOf(undoing.problemCount, 'document')}, which somebody has changed since`;
  return `It was undone, but for ${left}. The later job in the list that undoes it says which.`;
}

function toDone({ spec, counts, problemCount }: Job): string {
  if (spec.kind === 'undo') {
    if (problemCount === 0) return 'Everything has been restored.';
    const back = countOf(countWrites(counts), 'document');
    return `Taken back in ${back}. ${countOf(problemCount, 'document')} left as they are, for somebody has changed them since: see the list.`;
  }
  if (problemCount === 0) return 'Everything is written. Undo takes it all back.';
  const left =
    spec.kind === 'import'
      ? `${countOf(counts.reject, 'part')} of the file`
      : countOf(problemCount, 'document');
  return `Everything else is written; ${left} left out: see the list. Undo takes back what is written.`;
}

/** Why a job stopped. A read error is worded for the command line, so the collection's name is put before it. */
function toReason({ spec, message, failedRead }: Job): string | null {
  if (!failedRead) return message;
  const source = spec.kind === 'copy' ? spec.source : toJobTarget(spec);
  return `${failedRead === 'source' ? source : toJobTarget(spec)} can’t be read. ${message ?? ''}`;
}
