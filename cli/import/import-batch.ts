import { fromSpoolLine, type Place, type SpooledDocument } from './spooled-document.ts';

const LINE_FEED = 10;

/** Documents that travel in one request. */
export interface ImportBatch {
  /** How many stand before the first of them. */
  readonly from: number;
  readonly documents: number;
  /** As it is sent, a document a line. */
  readonly body: Buffer<ArrayBuffer>;
  /** All of them with their places in the input; asked for only where the server refuses one. */
  read(): Promise<readonly SpooledDocument[]>;
  /** Said by whoever needs the body no more: its memory takes a later one then. */
  letGo(): void;
}

interface WholeBatch extends Omit<ImportBatch, 'read'> {
  readonly readPlaces: () => Promise<readonly Place[]>;
}

/** What of it stands behind `position`. */
export function createImportBatch(
  { from, documents, body, readPlaces, letGo }: WholeBatch,
  position: number,
): ImportBatch {
  const left = Math.max(0, position - from);
  const rest = body.subarray(findLine(body, left));
  return {
    from: from + left,
    documents: documents - left,
    body: rest,
    letGo,
    async read() {
      const places = (await readPlaces()).slice(left);
      const lines = toLines(rest);
      return places.map((place, index) => {
        const line = fromSpoolLine(lines[index] ?? Buffer.alloc(0));
        return { ...place, json: line.toString('utf8') };
      });
    },
  };
}

/** The lines of a body. */
export function toLines(body: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = body.indexOf(LINE_FEED); end !== -1; end = body.indexOf(LINE_FEED, start)) {
    lines.push(body.subarray(start, end));
    start = end + 1;
  }
  return lines;
}

/** Where in a body the line begins before which stand so many. */
function findLine(body: Buffer, before: number): number {
  let start = 0;
  for (let line = 0; line < before; line += 1) start = body.indexOf(LINE_FEED, start) + 1;
  return start;
}
