/** A document as Firestore's REST interface (v1) gives it out. */
export interface FirestoreDocument {
  readonly name: string;
  readonly fields: Readonly<Record<string, FirestoreValue>>;
}

/** A value as that interface writes it, e.g. `{ stringValue: 'Recon' }`; one key each. */
type FirestoreValue = Readonly<Record<string, unknown>>;

const ROOT = 'projects/nankeen/databases/(default)/documents';

export function toFirestoreDocument(
  collection: string,
  document: Readonly<Record<string, unknown>>,
): FirestoreDocument {
  return { name: `${ROOT}/${collection}/${String(document['FBUID'])}`, fields: toFirestoreFields(document) };
}

/** A plain value with its type. Whole numbers that JavaScript keeps exactly are integers, all others doubles. */
function toFirestoreValue(value: unknown): FirestoreValue {
  if (value === null) return { nullValue: null };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
  }
  if (Array.isArray(value)) {
    return { arrayValue: value.length === 0 ? {} : { values: value.map(toFirestoreValue) } };
  }
  return { mapValue: { fields: toFirestoreFields(value as object) } };
}

function toFirestoreFields(object: object): Readonly<Record<string, FirestoreValue>> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, toFirestoreValue(value)]));
}
