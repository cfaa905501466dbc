import { DOCUMENT_RULES, type DocumentRule } from '#shared/documents/document-rules.ts';
import { toFieldPath } from '#shared/documents/field-path.ts';
import { isJsonObject } from '#shared/kernel/json.ts';
import type { FieldPath } from './field-path.ts';
import type { CollisionChoice } from './rename-spec.ts';
import { settleNames } from './settle-names.ts';

type Fields = Readonly<Record<string, unknown>>;

export type RenameProblemCode = DocumentRule | 'collision' | 'server-field' | 'name-too-long';

/** Why a document isn't renamed. */
export interface RenameProblem {
  readonly code: RenameProblemCode;
  /** Path of the field with its current name, such as `lines[2].price`. */
  readonly path: string;
  readonly message: string;
}

/** A renamed field, such as `lines[].price` → `unitPrice`. */
export interface RenamedName {
  readonly path: string;
  readonly to: string;
}

/** A specification compiled for many documents. Caches the decision for each name at each place. */
export interface CompiledRename {
  readonly onCollision: CollisionChoice;
  /** Of all regular expressions together; 0 if there are none. */
  readonly expressionSize: number;
  readonly top: Place;
  fateOf(place: Place, name: string): Fate;
  entriesOf(place: Place): Place;
  /** Empties the cache if it is full. */
  trim(): void;
}

/** Path at which documents have an object or array. */
export interface Place {
  readonly path: FieldPath;
  readonly fates: Map<string, Fate>;
  entries: Place | undefined;
}

/** The decision for a name at a place. */
export interface Fate {
  readonly to: string;
  readonly path: string;
  readonly problem: Exclude<RenameProblemCode, 'collision'> | undefined;
  readonly below: Place;
}

/** Content nested deeper breaks the document rules anyway, and endless depth would overflow the stack. */
export const MAX_RENAMED_DEPTH = 100;

/** Renames the fields of one document and collects the results. */
export class RenameWalk {
  readonly renamed = new Map<string, RenamedName>();
  readonly problems: RenameProblem[] = [];
  collisions = 0;
  lost = 0;
  isReordered = false;
  private readonly compiled: CompiledRename;
  /** Names and indexes from the top to the current value. */
  private readonly keys: (string | number)[] = [];

  constructor(compiled: CompiledRename) {
    this.compiled = compiled;
  }

  object(object: Fields, place: Place): Fields {
    let isChanged = false;
    const fields = Object.keys(object).map((from) => {
      const { to, path, problem, below } = this.compiled.fateOf(place, from);
      if (problem) this.report(problem, from, to);
      const value = this.within(from, object[from], below);
      isChanged ||= to !== from || value !== object[from];
      return { from, to, path, value };
    });
    if (!isChanged) return object;
    const settled = settleNames(fields, this.compiled.onCollision);
    this.collisions += settled.collisions.length;
    this.lost += settled.lost;
    for (const { from, to, path } of settled.fields) {
      if (to !== from) this.renamed.set(`${path}\n${to}`, { path, to });
    }
    if (this.compiled.onCollision === 'error' || this.compiled.onCollision === 'skip-doc') {
      for (const { from, to } of settled.collisions) this.report('collision', from, to);
    }
    // `fromEntries` defines each field, so `__proto__` becomes an ordinary field.
    const renamed = Object.fromEntries(settled.fields.map(({ to, value }) => [to, value]));
    const order = Object.keys(renamed);
    if (settled.fields.some(({ to }, index) => to !== order[index])) this.isReordered = true;
    return renamed;
  }

  private within(key: string | number, value: unknown, place: Place): unknown {
    if (typeof value !== 'object' || value === null || this.keys.length > MAX_RENAMED_DEPTH) return value;
    this.keys.push(key);
    const renamed = Array.isArray(value)
      ? this.entries(value, this.compiled.entriesOf(place))
      : isJsonObject(value)
        ? this.object(value, place)
        : value;
    this.keys.pop();
    return renamed;
  }

  private entries(entries: readonly unknown[], place: Place): readonly unknown[] {
    const renamed = entries.map((entry, index) => this.within(index, entry, place));
    return renamed.some((entry, index) => entry !== entries[index]) ? renamed : entries;
  }

  private report(code: RenameProblemCode, from: string, to: string): void {
    const path = toFieldPath([...this.keys, from]);
    this.problems.push({ code, path, message: toMessage(code, to) });
  }
}

function toMessage(code: RenameProblemCode, to: string): string {
  if (code === 'collision') return `There is a field "${to}" beside it already.`;
  if (code === 'server-field') return `"${to}" is the server's own field.`;
  if (code === 'name-too-long')
    return 'The name, or what it would become, is too long for a find-and-replace.';
  return `It would be called "${to}". ${DOCUMENT_RULES[code]}`;
}
