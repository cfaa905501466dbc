/** A change is shown and kept in the cart's mirror but not saved to the local store. The next change saves both. */
export class UnsavedCartError extends Error {
  override readonly name = 'UnsavedCartError';

  constructor(cause: unknown) {
    super('A change of the cart could not be saved to the local store.', { cause });
  }
}
