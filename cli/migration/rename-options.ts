import { Option, type Command } from 'commander';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import {
  COLLISION_CHOICES,
  type CollisionChoice,
  type RenameRule,
  type RenameSpec,
} from '#shared/migration/rename-spec.ts';

export interface RenameOptions {
  readonly map?: readonly string[];
  readonly find?: readonly string[];
  readonly replace?: readonly string[];
  readonly regex?: boolean;
  readonly word?: boolean;
  readonly path?: string;
  readonly onCollision?: CollisionChoice;
}

export const RENAME_NOTES = `
All fields are renamed at once, so two can swap names. Values never change, and fields
keep their order, but names that are whole numbers, such as 12, come first. In a path
like lines[].price, [] stands for every entry of an array; \\. is a dot within a name,
\\= an equals sign.
An object that has the new name already is a collision: error stops before anything is
written, skip-doc leaves the document out, keep-target and keep-source drop the other
value, suffix writes name_2.`;

/** `--map`, `--find` and what belongs to them. Several add up; each name follows the first rule that fits it. */
export function addRenameOptions(command: Command): Command {
  return command
    .option(
      '--map <OLD=NEW>',
      'rename the field at this path, e.g. lines[].price=amount; repeatable',
      collect,
    )
    .option('--find <TEXT>', 'text of field names at every depth; repeatable with its --replace', collect)
    .option('--replace <TEXT>', 'its replacement; may be empty', collect)
    .option('--regex', '--find is a regular expression; --replace may hold $1')
    .option('--word', 'whole words of a name only: price of netPrice and net_price, not of priced')
    .option('--path <PATH>', '--find looks below this field only, e.g. lines[]')
    .addOption(
      new Option(
        '--on-collision <CHOICE>',
        'what becomes of a name that is there already (otherwise error)',
      ).choices(COLLISION_CHOICES),
    );
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** @returns `undefined` when no field is to be renamed. @throws Failure `usage` for options that don't fit together */
export function toRenameSpec(options: RenameOptions): RenameSpec | undefined {
  const { map = [], find = [], replace = [], regex, word, path, onCollision } = options;
  if (find.length !== replace.length) {
    throw new Failure(EXIT.usage, 'Each --find needs its --replace, and the other way round.', {
      hint: "--replace '' takes the text out of the names.",
    });
  }
  const rules: RenameRule[] = [
    ...map.map(toMapRule),
    ...find.map((text, index) => ({
      kind: 'find' as const,
      find: text,
      replace: replace[index] ?? '',
      ...(regex === true ? { regex } : {}),
      ...(word === true ? { word } : {}),
      ...(path === undefined ? {} : { path }),
    })),
  ];
  if (find.length === 0 && (regex ?? word ?? path) !== undefined) {
    throw new Failure(EXIT.usage, '--regex, --word and --path belong to --find.');
  }
  if (rules.length > 0) return { rules, onCollision: onCollision ?? 'error' };
  if (onCollision !== undefined) throw new Failure(EXIT.usage, '--on-collision belongs to --map or --find.');
  return undefined;
}

function toMapRule(text: string): RenameRule {
  const [, from, to] = /^((?:\\.|[^\\=])+)=(.+)$/su.exec(text) ?? [];
  if (from !== undefined && to !== undefined) return { kind: 'map', from, to };
  throw new Failure(EXIT.usage, `--map "${text}" is not of the form old=new.`);
}
