/**
 * SQL that sets a column to a random JSON string of the same size. SQLite writes a row that keeps its size in place.
 *
 * While rows are deleted, SQLite moves others from page to page and may leave copies of them in free space, which
 * `secure_delete` does not clear. So all rows that go are overwritten before the first of them is deleted.
 */
export function overwrite(column: string): string {
  return `${column} = '"' || substr(hex(randomblob(octet_length(${column}))), 1, octet_length(${column}) - 2) || '"'`;
}
