/** A document as one JSON text, in UTF-8. */
export interface IdentifiedText {
  readonly id: string;
  readonly json: Buffer;
}

export function identify(json: Buffer): IdentifiedText {
  const { FBUID } = JSON.parse(json.toString('utf8')) as { readonly FBUID?: unknown };
  return { id: String(FBUID), json };
}
