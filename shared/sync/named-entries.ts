import { isJsonObject, type JsonObject } from '../kernel/json.ts';

export type Side = 'mine' | 'theirs';

/** The side chosen for a field, or for each entry of a list by its name. */
export type ConflictChoice = Side | Readonly<Record<string, Side>>;

/** An entry of a list with unique names, as both sides have it; a side without the entry is `undefined`. */
export interface NamedEntry {
  readonly name: string;
  readonly mine: JsonObject | undefined;
  readonly theirs: JsonObject | undefined;
}

/** Pairs the entries of two lists by name, in their order; `undefined` unless both are lists with unique names. */
export function pairByName(mine: unknown, theirs: unknown): readonly NamedEntry[] | undefined {
  const [my, their] = [toNamed(mine), toNamed(theirs)];
  if (!my || !their) return undefined;
  const names = new Set([...their.keys(), ...my.keys()]);
  return [...names].map((name) => ({ name, mine: my.get(name), theirs: their.get(name) }));
}

/** The current list with mine in place of the entries for which it is chosen. */
export function chooseEntries(
  current: unknown,
  pairs: readonly NamedEntry[],
  sides: Readonly<Record<string, Side>>,
): readonly JsonObject[] {
  const chosen = toNamed(current) ?? new Map<string, JsonObject>();
  for (const { name, mine } of pairs) {
    if (sides[name] !== 'mine') continue;
    if (mine) chosen.set(name, mine);
    else chosen.delete(name);
  }
  return [...chosen.values()];
}

function toNamed(list: unknown): Map<string, JsonObject> | undefined {
  if (!Array.isArray(list)) return undefined;
  const named = new Map<string, JsonObject>();
  for (const entry of list as readonly unknown[]) {
    const name = isJsonObject(entry) ? entry['name'] : undefined;
    if (!isJsonObject(entry) || typeof name !== 'string' || named.has(name)) return undefined;
    named.set(name, entry);
  }
  return named;
}
