import { findFieldNameBreach } from '#shared/documents/document-rules.ts';
import { compareCodePoints } from '#shared/kernel/code-points.ts';
import { EVERY_ENTRY, toPathText, type FieldPath } from './field-path.ts';
import type { FieldInventory, InventoryField } from './field-inventory-response.ts';

/** Takes documents one by one, in memory bounded regardless of their number and size. */
export interface FieldInventoryAccumulator {
  add(document: Readonly<Record<string, unknown>>): void;
  inventory(): FieldInventory;
}

const MAX_PATHS = 2_000;
const MAX_PATH = 1_500;
const MAX_EXAMPLE = 80;
/** Deeper than a stored document may nest, because a file's documents may nest deeper. */
const MAX_DEPTH = 30;

/** Statistics of one path; `below` has its direct children by step. */
interface Place {
  readonly path: FieldPath;
  readonly text: string;
  readonly types: Map<string, number>;
  readonly issue: string | null;
  documents: number;
  /** Ordinal of the last document that has it, so that each document counts once. */
  lastDocument: number;
  example: string | undefined;
  readonly below: Map<string, Place>;
}

/**
 * Lists every field by its path: `lines` is an array, `lines[].price` a field of its entries, and `tags[]` means
 * entries that aren't objects. Omits paths beyond the first 2,000, above 1,500 characters or deeper than 30 steps.
 */
export function createFieldInventory(): FieldInventoryAccumulator {
  const top = toPlace([]);
  const listed: Place[] = [];
  let documents = 0;
  let isCut = false;

  function find(parent: Place, step: string): Place | undefined {
    const known = parent.below.get(step);
    if (known) return known;
    const isFull = listed.length === MAX_PATHS || parent.path.length === MAX_DEPTH;
    const place = isFull || step.length > MAX_PATH ? undefined : toPlace([...parent.path, step]);
    if (!place || place.text.length > MAX_PATH) {
      isCut = true;
      return undefined;
    }
    parent.below.set(step, place);
    listed.push(place);
    return place;
  }

  function addValue(place: Place, value: unknown): void {
    const type = toType(value);
    place.types.set(type, (place.types.get(type) ?? 0) + 1);
    if (place.lastDocument !== documents) place.documents += 1;
    place.lastDocument = documents;
    // Prefers the first value that isn't null.
    if (place.example === undefined || place.example === 'null') place.example = toExample(value);
    addBelow(place, value);
  }

  function addBelow(place: Place, value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      const step = Array.isArray(value) ? EVERY_ENTRY : name;
      const below = find(place, step);
      if (!below) continue;
      addValue(below, inner);
    }
  }

  return {
    add(document) {
      documents += 1;
      addBelow(top, document);
    },
    inventory: () => ({
      documents,
      fields: listed
        .filter(({ path, types }) => path.at(-1) !== EVERY_ENTRY || [...types.keys()].some(isScalar))
        .map(toField)
        .sort((a, b) => compareCodePoints(a.path, b.path)),
      isCut,
    }),
  };
}

function toPlace(path: FieldPath): Place {
  const name = path.at(-1);
  return {
    path,
    text: toPathText(path),
    types: new Map(),
    issue: name === undefined || name === EVERY_ENTRY ? null : (findFieldNameBreach(name) ?? null),
    documents: 0,
    lastDocument: 0,
    example: undefined,
    below: new Map(),
  };
}

function toField({ text, documents, types, example = '', issue }: Place): InventoryField {
  return { path: text, documents, types: Object.fromEntries(types), example, issue };
}

function isScalar(type: string): boolean {
  return type !== 'object';
}

function toType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'string' ? 'text' : typeof value;
}

/** Cuts between characters, never within a surrogate pair. */
function toExample(value: unknown): string {
  const json = JSON.stringify(value);
  if (json.length <= MAX_EXAMPLE) return json;
  const characters = Array.from(json.slice(0, MAX_EXAMPLE));
  return `${characters.slice(0, -1).join('')}…`;
}
