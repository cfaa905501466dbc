import { findFieldNameBreach } from '#shared/documents/document-rules.ts';
import { isJsonObject } from '#shared/kernel/json.ts';
import { MAX_SEARCHED_NAME } from './expression.ts';
import { EVERY_ENTRY, toPathText, type FieldPath } from './field-path.ts';
import { compileRules, MAX_NAME, type NameRule } from './rename-rules.ts';
import type { RenameSpec } from './rename-spec.ts';
import {
  MAX_RENAMED_DEPTH,
  RenameWalk,
  type CompiledRename,
  type Fate,
  type Place,
  type RenamedName,
  type RenameProblem,
} from './rename-walk.ts';
import { SERVER_FIELDS } from './server-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface RenamedDocument {
  /** The same object if nothing changes or if a problem prevents the rename. */
  readonly document: Fields;
  /** Each name once, however often the document contains it. */
  readonly renamed: readonly RenamedName[];
  /** Collisions under `error` and `skip-doc`, and new names that break a rule. */
  readonly problems: readonly RenameProblem[];
  /** Fields whose new name was taken, whatever the collision choice. */
  readonly collisions: number;
  /** Values that `keep-target` or `keep-source` drops. */
  readonly lost: number;
  /** Whether the field order changed, because JavaScript puts names like `12` first. */
  readonly isReordered: boolean;
}

/** Limits the cache, because names that are data, such as dates, are unbounded in number. */
const MAX_CACHED = 20_000;

/**
 * All rules apply at once, to the original names. The first rule that matches a name wins.
 * @throws AppError `invalid-argument` with the path of the rule, such as `rules[2].from`
 */
export function compileRename(spec: RenameSpec): CompiledRename {
  const { rules, expressionSize } = compileRules(spec);
  const top = toPlace([]);
  let cachedCount = 0;
  const fateOf = (place: Place, name: string): Fate => {
    const known = place.fates.get(name);
    if (known) return known;
    const fate = decideFate(rules, place, name);
    // Names decided by expressions are kept until `trim`, so that `prepareRename` need not be repeated.
    if ((cachedCount < MAX_CACHED || expressionSize > 0) && name.length <= MAX_NAME) {
      cachedCount += 1;
      place.fates.set(name, fate);
    }
    return fate;
  };
  const entriesOf = (place: Place) => (place.entries ??= toPlace([...place.path, EVERY_ENTRY]));
  const trim = () => {
    if (cachedCount < MAX_CACHED) return;
    cachedCount = 0;
    top.fates.clear();
    top.entries = undefined;
  };
  return { onCollision: spec.onCollision, expressionSize, top, fateOf, entriesOf, trim };
}

function toPlace(path: FieldPath): Place {
  return { path, fates: new Map(), entries: undefined };
}

function decideFate(rules: readonly NameRule[], { path: place }: Place, name: string): Fate {
  const path = [...place, name];
  const known = { path: toPathText(path), below: toPlace(path) };
  for (const rule of rules) {
    const verdict = rule(place, name);
    if (verdict === 'too-long') return { ...known, to: name, problem: 'name-too-long' };
    if (verdict) return { ...known, to: verdict.to, problem: findProblem(place, verdict.to) };
  }
  return { ...known, to: name, problem: undefined };
}

function findProblem(place: FieldPath, to: string): Fate['problem'] {
  if (place.length === 0 && SERVER_FIELDS.includes(to)) return 'server-field';
  return to.length > MAX_NAME ? 'name-too-long' : findFieldNameBreach(to);
}

/**
 * Decides the names of some documents in small steps, so that renaming the documents then takes no time worth
 * mentioning. A caller may do something else between two steps, or give up. Nothing is done without expressions.
 * @returns for each name decided, the steps that took at worst
 */
export function* prepareRename(compiled: CompiledRename, documents: Iterable<Fields>): Generator<number> {
  if (compiled.expressionSize === 0) return;
  compiled.trim();
  for (const document of documents) yield* prepareValue(compiled, document, compiled.top);
}

function* prepareValue(compiled: CompiledRename, value: unknown, place: Place): Generator<number> {
  if (place.path.length > MAX_RENAMED_DEPTH) return;
  if (Array.isArray(value)) {
    const entries = compiled.entriesOf(place);
    for (const entry of value) yield* prepareValue(compiled, entry, entries);
  } else if (isJsonObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      const isKnown = place.fates.has(name);
      const { below } = compiled.fateOf(place, name);
      if (!isKnown) yield Math.min(name.length, MAX_SEARCHED_NAME) ** 2 * compiled.expressionSize;
      if (typeof inner === 'object' && inner !== null) yield* prepareValue(compiled, inner, below);
    }
  }
}

/** Renames the fields of one document. Keeps the values and, except for names like `12`, the order. */
export function renameDocument(compiled: CompiledRename, document: Fields): RenamedDocument {
  const walk = new RenameWalk(compiled);
  const renamed = walk.object(document, compiled.top);
  const { problems, collisions, lost, isReordered } = walk;
  const isKept = problems.length > 0 || renamed === document;
  if (isKept) return { document, renamed: [], problems, collisions, lost: 0, isReordered: false };
  const names = [...walk.renamed.values()];
  return { document: renamed, renamed: names, problems, collisions, lost, isReordered };
}
