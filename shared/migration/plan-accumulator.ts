import { createAbsentFields } from './absent-fields.ts';
import type { DecidedDocument } from './decided-document.ts';
import type { JobSpec } from './job-spec.ts';
import { createPlanHash } from './plan-hash.ts';
import type { AbsentField, Plan, PlanCounts, PlanProblem, PlanSample, RenamedField } from './plan.ts';

/** Builds a plan from decided documents, one by one, in constant memory. */
export interface PlanAccumulator {
  /** Call once for each document, in id order: the hash depends on the order. */
  add(decided: DecidedDocument): void;
  plan(): Plan;
}

const MAX_SAMPLES = 20;
/** Limit for all samples together, in characters of JSON: a plan is shown on phones too. */
const MAX_SAMPLE_CHARACTERS = 1_048_576;
const MAX_PROBLEMS = 1_000;
const MAX_RENAMED = 2_000;

export const NO_COUNTS: PlanCounts = {
  create: 0,
  replace: 0,
  merge: 0,
  delete: 0,
  skip: 0,
  reject: 0,
  unchanged: 0,
};

export function createPlanAccumulator(spec: JobSpec): PlanAccumulator {
  const counts = { ...NO_COUNTS };
  const renamed = new Map<string, RenamedField>();
  const samples: PlanSample[] = [];
  const problems: PlanProblem[] = [];
  const totals = { documents: 0, problemCount: 0, collisions: 0, lostValues: 0, reordered: 0 };
  let sampled = 0;
  const named = createAbsentFields(spec);
  const hash = createPlanHash();
  hash.add(toCanonicalJson(spec));

  function addSample({ id, action, before, after }: DecidedDocument): void {
    if (samples.length === MAX_SAMPLES || !(after || action === 'delete')) return;
    const sample = { id, action, before, after };
    const size = JSON.stringify(sample).length;
    if (samples.length > 0 && sampled + size > MAX_SAMPLE_CHARACTERS) return;
    sampled += size;
    samples.push(sample);
  }

  function addRenamed({ rename }: DecidedDocument): void {
    for (const { path, to } of rename.renamed) {
      const key = `${path}\n${to}`;
      const known = renamed.get(key);
      if (!known && renamed.size === MAX_RENAMED) continue;
      renamed.set(key, { path, to, documents: (known?.documents ?? 0) + 1 });
    }
    totals.collisions += rename.collisions;
    totals.lostValues += rename.lost;
    if (rename.isReordered) totals.reordered += 1;
  }

  return {
    add(decided) {
      const { id, action, source, target } = decided;
      totals.documents += 1;
      counts[action] += 1;
      addRenamed(decided);
      addSample(decided);
      if (source && !source.deleted) named.look(source.data);
      totals.problemCount += decided.problems.length;
      problems.push(...decided.problems.slice(0, MAX_PROBLEMS - problems.length));
      for (const text of [id, toStateName(source), toStateName(target), action]) hash.add(text);
    },
    plan: () => ({
      ...totals,
      ...toAbsentFields(named.absent()),
      counts: { ...counts },
      renamed: [...renamed.values()],
      samples: [...samples],
      problems: [...problems],
      hash: hash.digest(),
    }),
  };
}

function toAbsentFields(absentFields: AbsentField[]): Pick<Plan, 'absentFields'> {
  return absentFields.length === 0 ? {} : { absentFields };
}

/** Identifies a state by its write, or by its content if it has none (a document from a file). */
function toStateName(state: DecidedDocument['source']): string {
  if (!state) return '';
  return state.writeId === '' ? toCanonicalJson(state.data) : state.writeId;
}

/** JSON with sorted fields, so that equal values give equal texts. */
function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
