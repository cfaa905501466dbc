import { ENVELOPE } from './envelope.ts';

/** A document as a line of an import, without its line feed; with the time of its last change where that decides. */
export function toImportLine(json: string, updatedAt: string | undefined): string {
  if (updatedAt === undefined) return json;
  return `{"${ENVELOPE.updatedAt}":${JSON.stringify(updatedAt)},${json.slice(1)}`;
}
