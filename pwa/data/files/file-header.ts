export type FileType =
  'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif' | 'image/heic' | 'application/pdf';

/** What the first bytes say about a file, whatever it is called. */
export interface FileHeader {
  readonly type: FileType;
  /** In pixels; 0 if not found, and for documents. */
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
}

/** Reads the header without decoding; `undefined` for a file of an unknown type. */
export function readFileHeader(bytes: Uint8Array): FileHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  try {
    if (text(0) === '%PDF') return toHeader('application/pdf', [0, 0]);
    if (view.getUint16(0) === 0xffd8) return toHeader('image/jpeg', readJpegSize(view));
    if (view.getUint32(0) === 0x89504e47) return readPng(view, text);
    if (text(0) === 'RIFF' && text(8) === 'WEBP') return readWebp(view, text);
    if (text(4) === 'ftyp') return readHeif(view, text);
  } catch (error) {
    // The file ends within its header.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

type Size = readonly [width: number, height: number];
type ReadText = (at: number) => string;

function toHeader(type: FileType, [width, height]: Size, isAnimated = false): FileHeader {
  return { type, width, height, isAnimated };
}

/** The size is in the frame header, after an unknown number of other segments. */
function readJpegSize(view: DataView): Size {
  for (let at = 2; at + 9 <= view.byteLength; at += 2 + view.getUint16(at + 2)) {
    while (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xff) at += 1;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [view.getUint16(at + 7), view.getUint16(at + 5)];
    if (view.getUint8(at) !== 0xff || marker === 0xda) break;
  }
  return [0, 0];
}

function readPng(view: DataView, text: ReadText): FileHeader {
  let isAnimated = false;
  // The control chunk of an animation comes before the picture's data.
  for (let at = 8; at + 8 <= view.byteLength && text(at + 4) !== 'IDAT'; at += 12 + view.getUint32(at)) {
    if (text(at + 4) === 'acTL') isAnimated = true;
  }
  return toHeader('image/png', [view.getUint32(16), view.getUint32(20)], isAnimated);
}

function readWebp(view: DataView, text: ReadText): FileHeader {
  const getUint24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  switch (text(12)) {
    case 'VP8X':
      return toHeader('image/webp', [getUint24(24) + 1, getUint24(27) + 1], (view.getUint8(20) & 0b10) !== 0);
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return toHeader('image/webp', [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]);
    }
    default:
      return toHeader('image/webp', [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff]);
  }
}

/** Brands of https://mp4ra.org/registered-types/brands. */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);
/** Sequences of pictures. */
const ANIMATED_BRANDS = new Set(['avis', 'hevc', 'hevx', 'msf1']);
/** Far more than the boxes in front of a picture's data take. */
const MAX_HEADER_BYTES = 262_144;

function readHeif(view: DataView, text: ReadText): FileHeader | undefined {
  const end = Math.min(view.getUint32(0), 256, view.byteLength);
  const brands = new Set<string>();
  for (let at = 8; at + 4 <= end; at += 4) brands.add(text(at));
  const isAvif = brands.has('avif') || brands.has('avis');
  if (!isAvif && ![...brands].some((brand) => HEIC_BRANDS.has(brand))) return undefined;
  // The tiles of a grid have sizes of their own, which are smaller than the picture's.
  let size: Size = [0, 0];
  const last = Math.min(view.byteLength, MAX_HEADER_BYTES) - 16;
  for (let at = end; at <= last; at++) {
    if (view.getUint32(at) !== 0x69737065) continue; // ispe
    const found: Size = [view.getUint32(at + 8), view.getUint32(at + 12)];
    if (found[0] * found[1] > size[0] * size[1]) size = found;
  }
  return toHeader(isAvif ? 'image/avif' : 'image/heic', size, ANIMATED_BRANDS.has(text(8)));
}
