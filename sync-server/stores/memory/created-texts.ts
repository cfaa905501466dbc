import type { CreatedTexts, Decision, DocumentData } from '#server/core/document-store.ts';

/** What is created as texts, entry by entry. */
export function toCreated({
  first,
  texts,
  ...alike
}: CreatedTexts): Pick<Decision<unknown>, 'history' | 'documents'> {
  const { owner, audience, at, device, ...common } = alike;
  const all = texts.map(({ id, writeId, json }, index) => {
    const data = JSON.parse(new TextDecoder().decode(json)) as DocumentData;
    return { ...common, id, writeId, data, sequence: first + index };
  });
  return {
    history: all.map((one) => ({ ...one, at, madeAt: undefined, operation: 'create', device })),
    documents: all.map((one) => ({ ...one, deleted: false, owner, audience, updatedAt: at })),
  };
}
