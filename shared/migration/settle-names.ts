import type { CollisionChoice } from './rename-spec.ts';

/** A field of one object with the name it is to have. */
export interface NamedField {
  readonly from: string;
  readonly to: string;
  readonly value: unknown;
}

export interface SettledFields<Field extends NamedField> {
  /** Every name once, unless the choice is `error` or `skip-doc`: then the fields as they came. */
  readonly fields: readonly Field[];
  /** The renamed fields whose new name another field has. */
  readonly collisions: readonly Field[];
  /** Values that the choice drops. */
  readonly lost: number;
}

/**
 * Settles which field has a name that several are to have. The holder is the field that has the name already, or the
 * first that is to get it. `keep-target` keeps the holder's value, `keep-source` that of the last renamed field in the
 * field's own place, `suffix` all of them, with the next free of `name_2`, `name_3`, ….
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
