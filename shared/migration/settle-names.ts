import type { CollisionChoice } from './rename-spec.ts';

/** A field of one object with its intended name. */
export interface NamedField {
  readonly from: string;
  readonly to: string;
  readonly value: unknown;
}

export interface SettledFields<Field extends NamedField> {
  /** With unique names, except under `error` and `skip-doc`, which leave the fields unchanged. */
  readonly fields: readonly Field[];
  /** The renamed fields whose new name is taken. */
  readonly collisions: readonly Field[];
  /** Values that the choice drops. */
  readonly lost: number;
}

/**
 * Resolves name collisions within one object. The holder of a name is the field that already has it, or else the first
 * to get it. `keep-target` keeps the holder; `keep-source` keeps the last renamed field, at that field's own position;
 * `suffix` keeps all, and gives the others the next free name of `name_2`, `name_3`, ….
 */
export function settleNames<Field extends NamedField>(
  fields: readonly Field[],
  choice: CollisionChoice,
): SettledFields<Field> {
  const sharers = new Map<string, Field[]>();
  for (const field of fields) {
    const sharing = sharers.get(field.to);
    if (sharing) sharing.push(field);
    else sharers.set(field.to, [field]);
  }
  if (sharers.size === fields.length) return { fields, collisions: [], lost: 0 };
  const late = new Set<Field>();
  const kept = new Set<Field>();
  for (const [name, sharing] of sharers) {
    const holder = sharing.find(({ from }) => from === name) ?? sharing[0];
    const others = sharing.filter((field) => field !== holder);
    for (const field of others) late.add(field);
    const winner = choice === 'keep-source' ? (others.at(-1) ?? holder) : holder;
    if (winner) kept.add(winner);
  }
  const collisions = [...late];
  if (choice === 'error' || choice === 'skip-doc') return { fields, collisions, lost: 0 };
  if (choice === 'suffix') return { fields: addSuffixes(fields, late), collisions, lost: 0 };
  const settled = fields.filter((field) => kept.has(field));
  return { fields: settled, collisions, lost: fields.length - settled.length };
}

function addSuffixes<Field extends NamedField>(
  fields: readonly Field[],
  late: ReadonlySet<Field>,
): readonly Field[] {
  const taken = new Set(fields.map(({ to }) => to));
  const numbers = new Map<string, number>();
  return fields.map((field) => {
    if (!late.has(field)) return field;
    let number = numbers.get(field.to) ?? 2;
    while (taken.has(`${field.to}_${number}`)) number += 1;
    numbers.set(field.to, number + 1);
    const to = `${field.to}_${number}`;
    taken.add(to);
    return { ...field, to };
  });
}
