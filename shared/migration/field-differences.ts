import { isJsonEqual, isJsonObject } from '#shared/kernel/json.ts';
import { toPathText } from './field-path.ts';

/** A field that differs between two states of a document. `before` or `after` is missing if the field is. */
export interface FieldDifference {
  /** Such as `lines[2].price`; a backslash escapes a dot within a name. */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

type Document = Readonly<Record<string, unknown>>;

/** Descends while both sides have the same kind of container. Removed fields come first, then `after`'s order. */
export function findFieldDifferences(before: Document | null, after: Document | null): FieldDifference[] {
  return [...differ('', before ?? {}, after ?? {})];
}

function* differ(path: string, before: unknown, after: unknown): Generator<FieldDifference> {
  if (isJsonEqual(before, after)) return;
  const [one, other] = [toEntries(before), toEntries(after)];
  if (!one || !other || Array.isArray(before) !== Array.isArray(after)) {
    yield { path, before, after };
    return;
  }
  for (const [name, value] of one) {
    if (!other.has(name)) yield { path: join(path, name), before: value };
  }
  for (const [name, value] of other) {
    const at = join(path, name);
    if (one.has(name)) yield* differ(at, one.get(name), value);
    else yield { path: at, after: value };
  }
}

function toEntries(value: unknown): ReadonlyMap<string | number, unknown> | undefined {
  if (Array.isArray(value)) return new Map((value as readonly unknown[]).entries());
  return isJsonObject(value) ? new Map(Object.entries(value)) : undefined;
}

function join(path: string, name: string | number): string {
  if (typeof name === 'number') return `${path}[${name}]`;
  const step = toPathText([name]);
  return path === '' ? step : `${path}.${step}`;
}
