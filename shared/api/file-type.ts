/** Types of files that their first bytes tell apart. */
export type FileType =
  'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif' | 'image/heic' | 'application/pdf';

/** How many bytes of a file tell its type. */
export const FIRST_BYTES = 256;

const PATTERNS: readonly (readonly [FileType, RegExp])[] = [
  ['application/pdf', /^%PDF-/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n\cZ\n/],
  ['image/webp', /^RIFF.{4}WEBP/s],
];

/** Brands of https://mp4ra.org/registered-types/brands: the containers of AVIF and HEIC are the same. */
const AVIF_BRANDS: readonly string[] = ['avif', 'avis'];
const HEIC_BRANDS: readonly string[] = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];
const SEQUENCE_BRANDS: readonly string[] = ['avis', 'hevc', 'hevx', 'msf1'];

/** The type that a file's first bytes show, whatever the file is called; `undefined` for any other type. */
export function findFileType(bytes: Uint8Array): FileType | undefined {
  const text = toText(bytes);
  const found = PATTERNS.find(([, pattern]) => pattern.test(text));
  if (found) return found[0];
  const brands = listBrands(bytes);
  if (brands.some((brand) => AVIF_BRANDS.includes(brand))) return 'image/avif';
  return brands.some((brand) => HEIC_BRANDS.includes(brand)) ? 'image/heic' : undefined;
}

/** Whether an AVIF or HEIC file is a sequence of pictures. */
export function isPictureSequence(bytes: Uint8Array): boolean {
  return SEQUENCE_BRANDS.includes(listBrands(bytes)[0] ?? '');
}

/** The brands of a file whose first box is `ftyp`: its own, then those it can be read as. */
function listBrands(bytes: Uint8Array): readonly string[] {
  const text = toText(bytes);
  if (text.slice(4, 8) !== 'ftyp') return [];
  const end = Math.min(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0), text.length);
  const brands = [text.slice(8, 12)];
  // Four bytes in front of the others are a version.
  for (let at = 16; at + 4 <= end; at += 4) brands.push(text.slice(at, at + 4));
  return brands;
}

/** One character a byte. */
function toText(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, FIRST_BYTES));
}
