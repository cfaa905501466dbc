import { FirestoreMistake, fromFirestoreFields, toFirestoreFields } from './firestore-value.ts';

/** A document as Firestore's REST interface (v1) gives it out; its times are the server's and never read back. */
export interface FirestoreDocument {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const ROOT = 'projects/nankeen/databases/(default)/documents';
const NAME = /^projects\/[^/]+\/databases\/[^/]+\/documents\/(?:[^/]+\/[^/]+\/)*[^/]+\/([^/]+)$/;
const KEYS: readonly string[] = ['name', 'fields', 'createTime', 'updateTime'];

export function toFirestoreDocument(
  collection: string,
  document: Readonly<Record<string, unknown>>,
): FirestoreDocument {
  return { name: `${ROOT}/${collection}/${String(document['FBUID'])}`, fields: toFirestoreFields(document) };
}

/** Whether an object of the input is a Firestore document and nothing more. */
export function isFirestoreDocument(value: Readonly<Record<string, unknown>>): boolean {
  const { name, fields } = value;
  return (
    typeof name === 'string' &&
    NAME.test(name) &&
    (fields === undefined || typeof fields === 'object') &&
    Object.keys(value).every((key) => KEYS.includes(key))
  );
}

/**
 * Its plain content. A document that doesn't hold its id as `FBUID` gets the last part of its name.
 * @throws FirestoreMistake
 */
export function fromFirestoreDocument(
  value: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const id = NAME.exec(String(value['name']))?.[1];
  if (id === undefined) throw new FirestoreMistake('name', 'The name of a Firestore document is expected.');
  const content = fromFirestoreFields(value['fields'] ?? {});
  return Object.hasOwn(content, 'FBUID') ? content : { FBUID: id, ...content };
}
