const WRAPPERS: readonly string[] = [
  '$oid',
  '$date',
  '$numberInt',
  '$numberLong',
  '$numberDouble',
  '$numberDecimal',
  '$binary',
  '$timestamp',
];

/** A name such as `$numberInt` when MongoDB's export wrapped a value of the document in an object; `undefined` otherwise. */
export function findExtendedJson(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = Object.entries(value);
  const [first] = fields;
  if (fields.length === 1 && first && WRAPPERS.includes(first[0])) return first[0];
  for (const [, inner] of fields) {
    const found = findExtendedJson(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}
