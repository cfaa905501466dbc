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
All fields are renamed at once, so two fields can swap names. Values never change. Fields
keep their order, except that integer names such as 12 come first. In a path like
lines[].price, [] means every entry of an array. Write \\. for a dot and \\= for an equals
sign within a name.
A collision is an object that already has the new name. --on-collision error stops before
anything is written, skip-doc skips the document, keep-target and keep-source drop the
other value, suffix writes name_2.`;

/** `--map`, `--find` and their options. Rules accumulate; the first rule that matches a name applies. */
export function addRenameOptions(command: Command): Command {
  return command
    .option(
      '--map <OLD=NEW>',
      'rename the field at this path, e.g. lines[].price=amount; repeatable',
      collect,
    )
    .option('--find <TEXT>', 'text in field names at every depth; repeatable, each with a --replace', collect)
    .option('--replace <TEXT>', 'replacement for --find; may be empty', collect)
    .option(
      '--regex',
      'treat --find as a regular expression (RE2, no lookaround or \\1); --replace may contain $1',
    )
    .option('--word', 'match whole words only: price in netPrice and net_price, not in priced')
    .option('--path <PATH>', 'apply --find only below this field, e.g. lines[]')
    .addOption(
      new Option(
        '--on-collision <CHOICE>',
        'what to do when the new name already exists (default: error)',
      ).choices(COLLISION_CHOICES),
    );
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** @returns `undefined` without a rule. @throws Failure `usage` for options that contradict each other */
export function toRenameSpec(options: RenameOptions): RenameSpec | undefined {
  const { map = [], find = [], replace = [], regex, word, path, onCollision } = options;
  if (find.length !== replace.length) {
    throw new Failure(EXIT.usage, 'Each --find needs a --replace, and each --replace a --find.', {
      hint: "--replace '' removes the text from the names.",
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
    throw new Failure(EXIT.usage, '--regex, --word and --path require --find.');
  }
  if (rules.length > 0) return { rules, onCollision: onCollision ?? 'error' };
  if (onCollision !== undefined) throw new Failure(EXIT.usage, '--on-collision requires --map or --find.');
  return undefined;
}

function toMapRule(text: string): RenameRule {
  const [, from, to] = /^((?:\\.|[^\\=])+)=(.+)$/su.exec(text) ?? [];
  if (from !== undefined && to !== undefined) return { kind: 'map', from, to };
  throw new Failure(EXIT.usage, `--map "${text}" does not have the form OLD=NEW.`);
}
