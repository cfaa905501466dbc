/** Documents of a collection `notes`, with ids in the order of their prices. */
export const notes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    FBUID: `n${String(index).padStart(5, '0')}`,
    price: index,
  }));

/** A job that changes each of them. */
export const RENAME = {
  kind: 'rename',
  collection: 'notes',
  rename: { rules: [{ kind: 'map', from: 'price', to: 'cost' }] },
};
