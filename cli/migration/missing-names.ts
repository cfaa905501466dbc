import { collectionExists } from '#cli/io/collection-exists.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { parseFieldPath } from '#shared/migration/field-path.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Plan } from '#shared/migration/plan.ts';
import { compileRules } from '#shared/migration/rename-rules.ts';
import type { RenameRule, RenameSpec } from '#shared/migration/rename-spec.ts';

/** The collection that a job reads, if it names one. */
export function findSource(spec: JobSpec): string | undefined {
  return spec.kind === 'copy' ? spec.source : spec.kind === 'rename' ? spec.collection : undefined;
}

export function renameOf(spec: JobSpec): RenameSpec | undefined {
  return spec.kind === 'undo' ? undefined : spec.rename;
}

/** Whether a plan read no document. Without a source, a replace-all copy still plans the deletions in its target. */
export function isNothingRead({ documents, counts }: Plan): boolean {
  return documents === counts.delete;
}

/** A sentence for each field of a job that no document has, and each text that no field name contains. */
export function toMissingFields(plan: Plan, rename: RenameSpec | undefined): readonly string[] {
  if (isNothingRead(plan)) return [];
  const texts = (rename?.rules ?? []).flatMap((rule) =>
    rule.kind === 'find' && !isFound(plan, rule) ? [rule.find] : [],
  );
  return [
    ...(plan.absentFields ?? []).map(({ path }) => `No document has a field ${path}.`),
    ...texts.map((text) => `No field name matches ${JSON.stringify(text)}.`),
  ];
}

function isFound({ renamed }: Plan, rule: RenameRule): boolean {
  const [apply] = compileRules({ rules: [rule], onCollision: 'error' }).rules;
  return renamed.some(({ path }) => {
    const steps = parseFieldPath(path, '');
    return apply?.(steps.slice(0, -1), steps.at(-1) ?? '') !== undefined;
  });
}

/** Likewise, or that there is no such collection. */
export async function findMissingNames(
  connection: ServerConnection,
  plan: Plan,
  spec: JobSpec,
): Promise<readonly string[]> {
  const source = findSource(spec);
  if (source === undefined || !isNothingRead(plan)) return toMissingFields(plan, renameOf(spec));
  return (await collectionExists(connection, source)) ? [] : [`There is no collection "${source}".`];
}
