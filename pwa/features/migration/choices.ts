import type { ConflictChoice, WriteMode } from '#shared/migration/job-spec.ts';
import type { CollisionChoice, RenameRule, RenameSpec } from '#shared/migration/rename-spec.ts';

/** One find-and-replace as it stands in its fields. */
export interface FindForm {
  readonly find: string;
  readonly replace: string;
  readonly isRegex: boolean;
  readonly isWord: boolean;
  /** Below this path only; empty for everywhere. */
  readonly path: string;
}

/** One condition as it stands in its fields; nothing is meant while field and value are empty. */
export interface WhereForm {
  readonly field: string;
  readonly operator: WhereOperator;
  /** JSON or plain text. */
  readonly value: string;
}

/** What somebody has chosen so far; it stays when they look at another way to migrate. */
export interface Choices {
  readonly source: string;
  readonly target: string;
  /** Which documents are copied: those that meet all; none means every one. */
  readonly where: readonly WhereForm[];
  readonly mode: WriteMode;
  readonly onConflict: ConflictChoice;
  readonly finds: readonly FindForm[];
  /** New names of single fields, by path. */
  readonly names: Readonly<Record<string, string>>;
  readonly onCollision: CollisionChoice;
}

/** As they stand in a condition's text. */
export type WhereOperator = '=' | '!=' | '<' | '<=' | '>' | '>=';

export type ChooseSome = (some: Partial<Choices>) => void;

export const NO_FIND: FindForm = { find: '', replace: '', isRegex: false, isWord: false, path: '' };

export const NO_WHERE: WhereForm = { field: '', operator: '=', value: '' };

export const AT_FIRST: Choices = {
  source: '',
  target: '',
  where: [],
  mode: 'upsert',
  onConflict: 'overwrite',
  finds: [NO_FIND],
  names: {},
  onCollision: 'error',
};

/** The text of a condition, as the command line takes it. */
export function toCondition({ field, operator, value }: WhereForm): string {
  // Within a path these would end it.
  return `${field.replace(/(?<!\\)[=!<>]/g, String.raw`\$&`)}${operator}${value}`;
}

export function isMeant({ field, value }: WhereForm): boolean {
  return field !== '' || value !== '';
}

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

function toFindRule({ find, replace, isRegex, isWord, path }: FindForm): RenameRule {
  return {
    kind: 'find',
    find,
    replace,
    ...(isRegex ? { regex: true } : {}),
    ...(isWord ? { word: true } : {}),
    ...(path === '' ? {} : { path }),
  };
}
