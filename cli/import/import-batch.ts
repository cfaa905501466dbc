import { fromSpoolLine, type Place, type SpooledDocument } from './spooled-document.ts';

/** Documents that travel in one request. */
export interface ImportBatch {
  /** How many stand before the first of them. */
  readonly from: number;
  readonly documents: number;
  /** As it is sent, a document a line. */
  readonly body: Buffer<ArrayBuffer>;
  /** All of them with their places in the input; asked for only where the server refuses one. */
  read(): Promise<readonly SpooledDocument[]>;
}

interface WholeBatch extends Omit<ImportBatch, 'read'> {
  readonly readPlaces: () => Promise<readonly Place[]>;
}

/** What of it stands behind `position`. */
export function createImportBatch(
  { from, documents, body, readPlaces }: WholeBatch,
  position: number,
): ImportBatch {
  const left = Math.max(0, position - from);
  const rest = body.subarray(findLine(body, left));
  return {
    from: from + left,
    documents: documents - left,
    body: rest,
    async read() {
      const places = (await readPlaces()).slice(left);
      const lines = toLines(rest);
      return places.map((place, index) => ({ ...place, json: fromSpoolLine(lines[index] ?? '') }));
    },
  };
}

/** The lines of a body, each as a text. */
export function toLines(body: Buffer): string[] {
  const lines = body.toString('utf8').split('\n');
  // Behind the last line feed.
  lines.pop();
  return lines;
}

/** Where in a body the line begins before which stand so many. */
function findLine(body: Buffer, before: number): number {
  let start = 0;
  for (let line = 0; line < before; line += 1) start = body.indexOf(10, start) + 1;
  return start;
}
