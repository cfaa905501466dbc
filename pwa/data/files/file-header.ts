import { findFileType, isPictureSequence, type FileType } from '#shared/api/file-type.ts';

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
  const type = findFileType(bytes);
  if (type === undefined) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  try {
    switch (type) {
      case 'image/jpeg':
        return toHeader(type, readJpegSize(view));
      case 'image/png':
        return readPng(view, text);
      case 'image/webp':
        return readWebp(view, text);
      case 'image/avif':
      case 'image/heic':
        return toHeader(type, readHeifSize(view), isPictureSequence(bytes));
      default:
        return toHeader(type, [0, 0]);
    }
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

/** Far more than the boxes in front of a picture's data take. */
const MAX_HEADER_BYTES = 262_144;

/** The tiles of a grid have sizes of their own, which are smaller than the picture's. */
function readHeifSize(view: DataView): Size {
  let size: Size = [0, 0];
  const last = Math.min(view.byteLength, MAX_HEADER_BYTES) - 16;
  for (let at = 0; at <= last; at++) {
    if (view.getUint32(at) !== 0x69737065) continue; // ispe
    const found: Size = [view.getUint32(at + 8), view.getUint32(at + 12)];
    if (found[0] * found[1] > size[0] * size[1]) size = found;
  }
  return size;
}
