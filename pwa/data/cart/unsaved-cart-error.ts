/** The cart shows a change and keeps it in its mirror, but the local store didn't take it. The next change brings both. */
export class UnsavedCartError extends Error {
  override readonly name = 'UnsavedCartError';

  constructor(cause: unknown) {
    super('A change of the cart could not be brought into the local store.', { cause });
  }
}
