import type { ImportLine } from '#server/core/jobs/import-batch.ts';
import type { ImportPiece } from '#server/core/jobs/import-documents.ts';
import { findPlainDocument, type PlainDocument } from '#shared/import/plain-document.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { isJsonObject } from '#shared/kernel/json.ts';

const PIECE_LINES = 250;
const LINE_FEED = 0x0a;

/** @param body documents, one a line, in UTF-8 */
export function toPieces(body: Buffer): readonly ImportPiece[] {
  const lines = splitLines(body);
  const pieces: ImportPiece[] = [];
  for (let start = 0; start < lines.length; start += PIECE_LINES) {
    const own = lines.slice(start, start + PIECE_LINES);
    pieces.push({ read: () => parseLines(own, start), readPlain: () => findPlainDocuments(own) });
  }
  return pieces;
}

function splitLines(body: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < body.length;) {
    const feed = body.indexOf(LINE_FEED, start);
    const end = feed === -1 ? body.length : feed;
    lines.push(body.subarray(start, end));
    start = end + 1;
  }
  return lines;
}

function findPlainDocuments(lines: readonly Buffer[]): readonly PlainDocument[] | undefined {
  const found: PlainDocument[] = [];
  for (const line of lines) {
    const plain = findPlainDocument(line);
    if (!plain) return undefined;
    found.push(plain);
  }
  return found;
}

/** @param start how many lines stand before these */
function parseLines(lines: readonly Buffer[], start: number): readonly ImportLine[] {
  const documents: ImportLine[] = [];
  for (const [index, bytes] of lines.entries()) {
    const line = bytes.toString('utf8');
    if (line.trim() === '') continue;
    const path = `line ${start + index + 1}`;
    const document = parseLine(line, path);
    if (!isJsonObject(document)) {
      throw new AppError('invalid-argument', 'A document is an object.', { path });
    }
    documents.push(document);
  }
  return documents;
}

function parseLine(line: string, path: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new AppError('invalid-argument', `Not JSON: ${(cause as Error).message}.`, { path, cause });
  }
}
