import type { Hello, PullPage, PushResponse } from '#shared/sync/messages.ts';
import type { BenchDocument } from '../bench-document.ts';

// Messages of our protocol, which the limit uses too, so both send the same bytes.

export function toPushBody(documents: readonly BenchDocument[]): string {
  const rows = documents.map((document) => ({ collection: 'products', newDocumentState: document }));
  return JSON.stringify({ rows });
}

export function readVerdictFault(response: string, count: number): string | undefined {
  const { verdicts } = JSON.parse(response) as PushResponse;
  if (verdicts.length !== count) return `${verdicts.length} verdicts for ${count} documents`;
  const refused = verdicts.find(({ verdict }) => verdict !== 'accepted');
  return refused && `${refused.verdict} ${refused.code ?? ''} ${refused.path ?? ''} ${refused.message ?? ''}`;
}

const CHECKPOINT = '"checkpoint":"';

export function readCheckpoint(page: string): string {
  const start = page.lastIndexOf(CHECKPOINT) + CHECKPOINT.length;
  return page.slice(start, page.indexOf('"', start));
}

export function readDocumentIds(page: string): readonly string[] {
  return (JSON.parse(page) as PullPage).documents.map(({ FBUID }) => FBUID);
}

/** The first event of a stream. */
export function readHello(greeting: string): Hello {
  return JSON.parse(/^event: hello\ndata: (.*)$/m.exec(greeting)?.[1] ?? 'null') as Hello;
}
