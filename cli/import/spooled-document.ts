import { ENVELOPE } from '#shared/import/envelope.ts';
import { toImportLine } from '#shared/import/import-line.ts';

/** Where in the input a document stood. */
export interface Place {
  readonly line: number;
  readonly byte?: number | undefined;
}

/** A checked document with its place in the input. */
export interface SpooledDocument extends Place {
  readonly json: string;
}

const TIME = Buffer.from(`{"${ENVELOPE.updatedAt}":`);

/** One line of the spool, as it is sent: with the time of the last change where that decides. */
export function toSpoolLine(json: string, updatedAt: string | undefined): Buffer {
  return Buffer.from(toImportLine(json, updatedAt));
}

/** The document alone. */
export function fromSpoolLine(line: Buffer): Buffer {
  if (!line.subarray(0, TIME.length).equals(TIME)) return line;
  return Buffer.from(line.toString('utf8').replace(/^\{"\w+":"(?:[^"\\]|\\.)*",/, '{'));
}
