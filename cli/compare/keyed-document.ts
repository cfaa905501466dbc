/** A document as JSON in UTF-8, with its id. */
export interface KeyedDocument {
  readonly id: string;
  readonly json: Buffer;
}

export function toKeyedDocument(json: Buffer): KeyedDocument {
  const { FBUID } = JSON.parse(json.toString('utf8')) as { readonly FBUID?: unknown };
  return { id: String(FBUID), json };
}
