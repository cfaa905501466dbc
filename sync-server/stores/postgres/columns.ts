/** The columns of a table that is read and written row by row, named in the fields of its rows. */
export interface Columns<Row extends object> {
  /** The columns. */
  readonly names: string;
  /** For `SELECT`: each column under the name of its field. */
  readonly selected: string;
  /** For `INSERT INTO table`: the columns, and a placeholder for each. */
  readonly inserted: string;
  /** For `ON CONFLICT … DO UPDATE SET`. */
  readonly replaced: string;
  /** For `UPDATE table SET`: a placeholder for each column, in the same order. */
  readonly set: string;
  /** The values for the placeholders. */
  valuesOf(row: Row): unknown[];
}

/** The name, in snake case, of a table or column that TypeScript and SQLite name in camel case. */
export function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Maps fields in camel case to columns, which are in snake case by default. */
export function toColumns<Row extends object>(
  fields: readonly (keyof Row & string)[],
  toName: (field: string) => string = toSnakeCase,
): Columns<Row> {
  const names = fields.map((field) => `"${toName(field)}"`);
  const places = names.map((_name, index) => `$${index + 1}`);
  const set = (values: readonly string[]) =>
    names.map((name, index) => `${name} = ${values[index]}`).join(', ');
  return {
    names: names.join(', '),
    selected: names.map((name, index) => `${name} AS "${fields[index]}"`).join(', '),
    inserted: `(${names.join(', ')}) VALUES (${places.join(', ')})`,
    replaced: set(names.map((name) => `excluded.${name}`)),
    set: set(places),
    valuesOf: (row) => fields.map((field) => row[field] ?? null),
  };
}
