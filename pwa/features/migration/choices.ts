import type { ConflictChoice, WriteMode } from '#shared/migration/job-spec.ts';
import type { CollisionChoice, RenameRule, RenameSpec } from '#shared/migration/rename-spec.ts';

/** One find-and-replace as it stands in its fields. */
export interface FindDraft {
  readonly find: string;
  readonly replace: string;
  readonly isRegex: boolean;
  readonly isWord: boolean;
  /** Below this path only; empty for everywhere. */
  readonly path: string;
}

/** What somebody has chosen so far; it stays when they look at another way to migrate. */
export interface Choices {
  readonly source: string;
  readonly target: string;
  readonly mode: WriteMode;
  readonly onConflict: ConflictChoice;
  readonly finds: readonly FindDraft[];
  /** New names of single fields, by path. */
  readonly names: Readonly<Record<string, string>>;
  readonly onCollision: CollisionChoice;
}

export type ChooseSome = (some: Partial<Choices>) => void;

export const NO_FIND: FindDraft = { find: '', replace: '', isRegex: false, isWord: false, path: '' };

export const AT_FIRST: Choices = {
  source: '',
  target: '',
  mode: 'upsert',
  onConflict: 'overwrite',
  finds: [NO_FIND],
  names: {},
  onCollision: 'error',
};

/** The renames that were asked for; `undefined` when there are none. A field named by itself comes before what is found. */
export function toRenameSpec({
  finds,
  names,
  onCollision,
}: Pick<Choices, 'finds' | 'names' | 'onCollision'>): RenameSpec | undefined {
  const maps = Object.entries(names).flatMap(([from, to]): RenameRule[] =>
    to === '' ? [] : [{ kind: 'map', from, to }],
  );
  const rules = [...maps, ...finds.filter(({ find }) => find !== '').map(toFindRule)];
  return rules.length === 0 ? undefined : { rules, onCollision };
}

function toFindRule({ find, replace, isRegex, isWord, path }: FindDraft): RenameRule {
  return {
    kind: 'find',
    find,
    replace,
    ...(isRegex ? { regex: true } : {}),
    ...(isWord ? { word: true } : {}),
    ...(path === '' ? {} : { path }),
  };
}
