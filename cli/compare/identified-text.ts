import { findPlainText } from '#shared/import/plain-text.ts';

/** A document as one JSON text, in UTF-8. */
export interface IdentifiedText {
  readonly id: string;
  readonly json: Buffer;
}

export function identify(json: Buffer): IdentifiedText {
  const plain = findPlainText(json);
  if (plain) return { id: json.toString('utf8', plain.idStart, plain.idEnd), json };
  const { FBUID } = JSON.parse(json.toString('utf8')) as { readonly FBUID?: unknown };
  return { id: String(FBUID), json };
}
