import type { Fate } from '../model-network.ts';
import type { TracedField } from '../model-record.ts';
import type { Act, EditAct, Step } from '../model-steps.ts';

const FIELDS = {
  name: 'contactName',
  company: 'contactCompany',
  message: 'contactMessage',
} as const satisfies Record<string, TracedField>;

export const edit = (tab: number, id: number, field: keyof typeof FIELDS): EditAct => ({
  kind: 'edit',
  tab,
  id,
  field: FIELDS[field],
});
/** Edits the telephone number. */
export const dial = (tab: number, id: number, phone: string): Act => ({
  kind: 'edit',
  tab,
  id,
  field: 'contactPhone',
  phone,
});
export const remove = (tab: number, id: number): Act => ({ kind: 'remove', tab, id });
export const push = (tab: number, ...fates: Fate[]): Act => ({ kind: 'push', tab, fates });
export const pull = (tab: number, ...fates: Fate[]): Act => ({ kind: 'pull', tab, fates });
/** Takes the page of an earlier poke, counted from the last one. */
export const take = (tab: number, which: number): Act => ({ kind: 'take', tab, which });
/** An up-to-date tab is poked with the page of so many newest changes, and does not take it. */
export const poke = (tab: number, made: EditAct, changes: number): Step => ({
  kind: 'poke',
  tab,
  edit: made,
  changes,
  isTaken: false,
});
export const together = (first: Act, second: Act): Step => ({ kind: 'together', first, second });
/** Releases one held message. */
export const release = (which: number): Step => ({ kind: 'release', which });
/** The tab crashes during the action, after this many disk writes. */
export const die = (act: Act, writes: number): Step => ({ kind: 'die', act, writes });
export const restart = (tab: number): Step => ({ kind: 'restart', tab });
export const signIn = (tab: number): Step => ({ kind: 'sign in', tab });
export const server = (kind: 'back up' | 'start anew' | 'restore'): Step => ({ kind });
