/** Documents of a collection `notes`, ids and prices in the same order. */
export const notes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    FBUID: `n${String(index).padStart(5, '0')}`,
    price: index,
  }));

/** A job that changes every note. */
export const RENAME = {
  kind: 'rename',
  collection: 'notes',
  rename: { rules: [{ kind: 'map', from: 'price', to: 'cost' }] },
};
