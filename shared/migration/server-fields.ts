/** Fields at the top of a document that are the server's own: no rename takes one away or makes one. */
export const SERVER_FIELDS: readonly string[] = ['FBUID', 'createdAt', 'writeId', 'sync', '_deleted'];
