import {
  BUCKETS,
  DOCUMENT_BUCKET,
  MAX_CHOSEN_BYTES,
  MAX_PIXELS,
  MAX_SENT_SIDE,
  type Bucket,
  type FileRefusal,
} from '#shared/api/file-storage.ts';
import { readFileHeader } from './file-header.ts';

/** What is sent of a chosen file. */
export interface PreparedFile {
  readonly id: string;
  readonly type: string;
  readonly bytes: ArrayBuffer;
}

/** This worker's response. */
export type Preparation = { readonly prepared: PreparedFile } | { readonly refusal: FileRefusal };

/** Prepares files off the page's thread, because decoding a picture takes up to a second. */
addEventListener('message', ({ data }: MessageEvent<{ readonly file: Blob; readonly bucket: Bucket }>) => {
  void prepare(data.file, data.bucket).then(
    (prepared) => respond({ prepared }, [prepared.bytes]),
    (error: unknown) => respond({ refusal: error instanceof Refusal ? error.reason : 'damaged' }),
  );
});

const respond = postMessage as (message: Preparation, transferred?: readonly Transferable[]) => void;

class Refusal extends Error {
  readonly reason: FileRefusal;

  constructor(reason: FileRefusal) {
    super(reason);
    this.reason = reason;
  }
}

const WEBP_QUALITY = 0.82;
const JPEG_QUALITY = 0.85;

async function prepare(file: Blob, bucket: Bucket): Promise<PreparedFile> {
  const isDocument = bucket === DOCUMENT_BUCKET;
  const { maxBytes } = BUCKETS[bucket];
  if (file.size > (isDocument ? maxBytes : MAX_CHOSEN_BYTES)) throw new Refusal('size');
  const chosen = new Uint8Array(await file.arrayBuffer());
  const type = readFileHeader(chosen)?.type;
  if (isDocument && type !== 'application/pdf') throw new Refusal('document');
  const blob = isDocument ? new Blob([chosen], { type: 'application/pdf' }) : await toSentPicture(chosen);
  if (blob.size > maxBytes) throw new Refusal('size');
  const bytes = await blob.arrayBuffer();
  return { id: await toFileId(bytes), type: blob.type, bytes };
}

/** Redraws the picture: upright, within the size limit, without camera or place data. */
async function toSentPicture(chosen: Uint8Array<ArrayBuffer>): Promise<Blob> {
  const header = readFileHeader(chosen);
  if (!header || header.type === 'application/pdf') throw new Refusal('type');
  const { type, width, height, isAnimated } = header;
  if (isAnimated) throw new Refusal('animated');
  if (width * height > MAX_PIXELS) throw new Refusal('pixels');
  const picture = await createImageBitmap(new Blob([chosen], { type }), {
    imageOrientation: 'from-image',
  }).catch(() => {
    throw new Refusal(type === 'image/heic' ? 'heic' : 'damaged');
  });
  // A header may lie.
  if (picture.width * picture.height > MAX_PIXELS) throw new Refusal('pixels');
  const scale = Math.min(1, MAX_SENT_SIDE / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(toSide(picture.width * scale), toSide(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Refusal('damaged');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality: WEBP_QUALITY });
  if (webp.type === 'image/webp') return webp;
  // This browser makes no WebP. JPEG knows no transparency, and would make it black.
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
}

function toSide(pixels: number): number {
  return Math.max(1, Math.round(pixels));
}

/** The first 32 hex digits of the bytes' SHA-256. */
async function toFileId(bytes: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(digest, 0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
