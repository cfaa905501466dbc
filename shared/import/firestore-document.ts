/** A document in the format of Firestore's REST API v1. */
export interface FirestoreDocument {
  readonly name: string;
  readonly fields: Readonly<Record<string, FirestoreValue>>;
}

/** A value in that format, with one key, such as `{ stringValue: 'Recon' }`. */
type FirestoreValue = Readonly<Record<string, unknown>>;

const ROOT = 'projects/nankeen/databases/(default)/documents';

export function toFirestoreDocument(
  collection: string,
  document: Readonly<Record<string, unknown>>,
): FirestoreDocument {
  return { name: `${ROOT}/${collection}/${String(document['FBUID'])}`, fields: toFirestoreFields(document) };
}

/** Tags a plain value with its type. Safe integers are integers, all other numbers doubles. */
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
