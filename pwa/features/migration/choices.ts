import type { ConflictChoice, WriteMode } from '#shared/migration/job-spec.ts';
import type { CollisionChoice, RenameRule, RenameSpec } from '#shared/migration/rename-spec.ts';

/** One find-and-replace as entered in the form. */
export interface FindForm {
  readonly find: string;
  readonly replace: string;
  readonly isRegex: boolean;
  readonly isWord: boolean;
  /** Only below this path; empty for everywhere. */
  readonly path: string;
}

/** One condition as entered in the form; ignored while field and value are empty. */
export interface WhereForm {
  readonly field: string;
  readonly operator: WhereOperator;
  /** JSON or plain text. */
  readonly value: string;
}

/** Everything chosen so far; kept when the person switches to another migration task. */
export interface Choices {
  readonly source: string;
  readonly target: string;
  /** Copies the documents that meet all conditions; every document if empty. */
  readonly where: readonly WhereForm[];
  readonly mode: WriteMode;
  readonly onConflict: ConflictChoice;
  readonly finds: readonly FindForm[];
  /** New names of individual fields, by path. */
  readonly names: Readonly<Record<string, string>>;
  readonly onCollision: CollisionChoice;
}

/** As written in a condition's text. */
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

/** The text of a condition in the command line's syntax. */
export function toCondition({ field, operator, value }: WhereForm): string {
  // Unescaped, these characters would end the path.
  return `${field.replace(/(?<!\\)[=!<>]/g, String.raw`\$&`)}${operator}${value}`;
}

export function hasInput({ field, value }: WhereForm): boolean {
  return field !== '' || value !== '';
}

/** The requested renames; `undefined` if there are none. A field's individual name takes precedence over a find. */
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
