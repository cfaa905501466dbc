import { mergeFields } from '#shared/sync/merge.ts';

export interface MergedForm<Values> {
  readonly form: Values;
  /** Fields changed both in the form and elsewhere; the form keeps its own. */
  readonly clashes: readonly { readonly field: string; readonly theirs: unknown }[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Three-way merge of a form with a newer state of its document: fields that the person left alone follow, the others stay.
 * @param base the state that the person began with
 */
export function mergeForm<Values extends Fields>(
  base: Values,
  mine: Values,
  newer: Values,
): MergedForm<Values> {
  // The merge keeps the second side where both changed a field.
  const { content, conflicts } = mergeFields(base, newer, mine);
  return {
    form: content as Values,
    clashes: conflicts.map(({ field }) => ({ field, theirs: newer[field] })),
  };
}
