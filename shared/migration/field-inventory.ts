import { findFieldNameBreach } from '#shared/documents/document-rules.ts';
import { compareCodePoints } from '#shared/kernel/code-points.ts';
import { EVERY_ENTRY, toPathText, type FieldPath } from './field-path.ts';
import type { FieldInventory, InventoryField } from './field-inventory-response.ts';

/** Takes documents one after another; what it holds doesn't grow with their number or size. */
export interface FieldInventoryAccumulator {
  add(document: Readonly<Record<string, unknown>>): void;
  inventory(): FieldInventory;
}

const MAX_PATHS = 2_000;
const MAX_PATH = 1_500;
const MAX_EXAMPLE = 80;
/** As deep as a stored document may be, and some more for a file's. */
const MAX_DEPTH = 30;

/** What is known of one path; `below` holds what stands under it. */
interface Place {
  readonly path: FieldPath;
  readonly text: string;
  readonly types: Map<string, number>;
  readonly issue: string | null;
  documents: number;
  /** Number of the last document that has it. */
  lastDocument: number;
  example: string | undefined;
  readonly below: Map<string, Place>;
}

/**
 * Lists every field by its path: `lines` is an array, `lines[].price` a field of its entries, and `tags[]` stands for
 * entries that are no objects. Whatever comes after 2,000 paths, or is called by more than 1,500 characters, is cut.
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
    // What says something is kept rather than the first.
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

/** Cut between characters, never within one. */
function toExample(value: unknown): string {
  const json = JSON.stringify(value);
  if (json.length <= MAX_EXAMPLE) return json;
  const characters = Array.from(json.slice(0, MAX_EXAMPLE));
  return `${characters.slice(0, -1).join('')}…`;
}
