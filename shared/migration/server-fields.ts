/** Top-level fields that the server owns: a rename can neither remove nor create one. */
export const SERVER_FIELDS: readonly string[] = ['FBUID', 'createdAt', 'writeId', 'sync', '_deleted'];
