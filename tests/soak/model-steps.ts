import fc from 'fast-check';
import { FORBIDDEN } from './model-device.ts';
import { FATES, type Fate } from './model-network.ts';
import { TRACED_FIELDS } from './model-record.ts';

export interface EditAct {
  readonly kind: 'edit';
  readonly tab: number;
  readonly id: number;
  readonly field: string;
  readonly phone?: string;
}

/** An action of a tab. */
export type Act =
  | EditAct
  | { readonly kind: 'remove'; readonly tab: number; readonly id: number }
  | { readonly kind: 'push' | 'pull'; readonly tab: number; readonly fates: readonly Fate[] }
  /** Takes one of the pages that came with pokes so far, perhaps late, again, or another device’s. */
  | { readonly kind: 'take'; readonly tab: number; readonly which: number };

/** A step of a run; steps come in any order. */
export type Step =
  | Act
  /** Two actions at the same moment. */
  | { readonly kind: 'together'; readonly first: Act; readonly second: Act }
  | { readonly kind: 'release'; readonly which: number }
  /**
   * While the tab is up to date another one edits and pushes, and the tab is poked with the page of so many newest
   * changes. It takes the page at once, or later by a step of its own, or never.
   */
  | {
      readonly kind: 'poke';
      readonly tab: number;
      readonly edit: EditAct;
      readonly changes: number;
      readonly isTaken: boolean;
    }
  | { readonly kind: 'release and act'; readonly which: number; readonly act: Act }
  /** The tab crashes during an action, after this many disk writes, and is reopened. */
  | { readonly kind: 'die'; readonly act: Act; readonly writes: number }
  | { readonly kind: 'restart'; readonly tab: number }
  | { readonly kind: 'sign in'; readonly tab: number }
  /** The server's data: a backup is made, a new epoch starts, the backup is restored. */
  | { readonly kind: 'back up' | 'start anew' | 'restore' };

/** Tabs of each device. RxDB allows 13 open collections, so three tabs are the maximum. */
export const WORLDS = [
  [2, 1],
  [1, 1, 1],
] as const;

const TABS = 3;
export const IDS = 3;

const tab = fc.nat(TABS - 1);
const id = fc.nat(IDS - 1);
const fates = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant<Fate>('fine') },
    { weight: 4, arbitrary: fc.constantFrom(...FATES) },
  ),
  {
    maxLength: 3,
  },
);

const edit = fc.record({
  kind: fc.constant('edit' as const),
  tab,
  id,
  field: fc.constantFrom(...TRACED_FIELDS),
});

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 9, arbitrary: edit },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      tab,
      id,
      field: fc.constant('contactPhone'),
      phone: fc.constantFrom('', '1', '2', FORBIDDEN),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), tab, id }) },
  {
    weight: 12,
    arbitrary: fc.record({ kind: fc.constantFrom('push' as const, 'pull' as const), tab, fates }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('take' as const), tab, which: fc.nat(3) }) },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 24, arbitrary: act },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('together' as const), first: act, second: act }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('release' as const), which: fc.nat(9) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('poke' as const),
      tab,
      edit,
      changes: fc.integer({ min: 1, max: 3 }),
      isTaken: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('release and act' as const), which: fc.nat(9), act }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('die' as const), act, writes: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sign in' as const), tab }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('back up' as const, 'start anew' as const, 'restore' as const),
    }),
  },
);

export interface Run {
  readonly tabs: readonly number[];
  /** Devices that start without a signed-in user. */
  readonly visitors?: readonly number[];
  readonly steps: readonly Step[];
}

export const run: fc.Arbitrary<Run> = fc.record({
  tabs: fc.constantFrom(...WORLDS),
  visitors: fc.constantFrom<readonly number[]>([], [], [0], [1], [0, 1]),
  steps: fc.array(step, { minLength: 5, maxLength: 70, size: 'max' }),
});
