import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Job, JobState } from '#shared/migration/job.ts';
import { parseReadFailure } from '#shared/migration/read-failures.ts';
import type { RenameRule } from '#shared/migration/rename-spec.ts';
import { countOf } from './count-of.ts';

/** What a job is about, e.g. `Copy of products into products-2`. */
export function toJobTitle(spec: JobSpec): string {
  switch (spec.kind) {
    case 'copy':
      return `Copy of ${spec.source} into ${spec.target}`;
    case 'rename':
      return `Field names of ${spec.collection}`;
    case 'import':
      return `Import of ${spec.label ?? 'a file'} into ${spec.collection}`;
    case 'undo':
      return 'Undoing';
  }
}

/** What it does besides, e.g. `where stock>0, price → cost`; empty where there is nothing to say. */
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

/** The collection in which its result stands; undoing names its job alone. */
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

export function toStateText({ state, undoneBy }: Job): string {
  return undoneBy === null ? STATE_TEXTS[state] : 'Undone';
}

/** What has happened and what is kept, in a sentence or two. */
export function toOutcome({ state, spec, message, undoneBy, problemCount }: Job): string {
  const left = problemCount === 0 ? '' : ` ${countOf(problemCount, 'document')} left alone: see the list.`;
  if (undoneBy !== null) return 'It was undone: documents are as they were before it.';
  switch (state) {
    case 'done':
      return spec.kind === 'undo'
        ? `Documents are as they were before.${left}`
        : `Everything is written.${left} Undo takes it all back.`;
    case 'cancelled':
      return spec.kind === 'import'
        ? 'It was stopped. What was sent is written, and can be undone. To go on, import the file again: what is there already is not written twice.'
        : 'It was stopped. What it had written stays; it can go on, or be undone.';
    case 'failed':
      return toReason(spec, message) ?? 'It could not go on. What it had written stays, and can be undone.';
    case 'interrupted':
      return `${toReason(spec, message) ?? 'The server ended while it ran.'} Nothing is lost: it goes on from where it was.`;
    case 'receiving':
      return 'It waits for the next documents of the file, from whoever sends it. If nobody does any more, choose the same file under Import and go on with it, or stop it here.';
    case 'running':
      return 'It runs on the server: you may leave this page.';
  }
}

/** Why it stopped; the sentence of a read that failed is the console's, here stands the collection. */
function toReason(spec: JobSpec, message: string | null): string | null {
  const read = parseReadFailure(message ?? '');
  if (!read) return message;
  const source = spec.kind === 'copy' ? spec.source : toJobTarget(spec);
  return `${read.side === 'source' ? source : toJobTarget(spec)} can’t be read. ${read.reason}`;
}
