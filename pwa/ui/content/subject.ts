const NAMING = ['contactName', 'productName', 'templateName', 'profileNameGiven'];

/** What tells a document from others of its kind: the name in it, where it has one. */
export function subjectOf(content: Readonly<Record<string, unknown>>): string {
  const name = NAMING.map((field) => content[field]).find(
    (value) => typeof value === 'string' && value !== '',
  );
  return typeof name === 'string' ? name : '';
}
