interface ForeignFormat {
  readonly magic: readonly number[];
  readonly sentence: string;
}

const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const UNPACK = 'unpack it first, or pack it with gzip.';

/** What files of other kinds begin with, and what to do about them. */
const FORMATS: readonly ForeignFormat[] = [
  { magic: [0x50, 0x4b, 3, 4], sentence: 'is a workbook or zip file; save the sheet as "CSV UTF-8".' },
  { magic: [0xd0, 0xcf, 0x11, 0xe0], sentence: 'is an old workbook; save the sheet as "CSV UTF-8".' },
  { magic: [0xff, 0xfe], sentence: 'is UTF-16; save it as UTF-8.' },
  { magic: [0xfe, 0xff], sentence: 'is UTF-16; save it as UTF-8.' },
  { magic: [0x89, 0x50, 0x4e, 0x47], sentence: 'is a PNG picture.' },
  { magic: [0xff, 0xd8, 0xff], sentence: 'is a JPEG picture.' },
  { magic: letters('%PDF-'), sentence: 'is a PDF.' },
  { magic: letters('SQLite format 3'), sentence: 'is an SQLite database; export its documents as JSON.' },
  { magic: letters('BZh'), sentence: `is packed with bzip2; ${UNPACK}` },
  { magic: [0x28, 0xb5, 0x2f, 0xfd], sentence: `is packed with zstd; ${UNPACK}` },
  { magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a], sentence: `is packed with xz; ${UNPACK}` },
  { magic: [0x1f, 0x8b], sentence: `is packed with gzip twice; ${UNPACK}` },
];

/** What a file is whose beginning is no text, as the end of a sentence. */
export function findForeignFormat(head: Uint8Array): string | undefined {
  const known = FORMATS.find(({ magic }) => magic.every((byte, index) => head[index] === byte));
  if (known) return known.sentence;
  const zero = head.indexOf(0);
  return zero === -1 ? undefined : `is no text: a zero stands at byte ${zero}.`;
}
