import { LRUCache } from 'lru-cache';

/** A rendered page, complete with its shell. */
export interface FinishedPage {
  readonly status: 200 | 404;
  /** UTF-8 text. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

/** Finished pages by their address, bounded by their bytes. The least recently used go first. */
export interface PageCache {
  /** Bytes of all pages and their addresses. */
  readonly bytes: number;
  get(address: string): FinishedPage | undefined;
  set(address: string, page: FinishedPage): void;
  clear(): void;
}

/** Holds the lists and some 1,000 products' pages. */
export const PAGE_CACHE_BYTES = 32 * 1024 * 1024;

/** Estimate of what a page takes in addition to its bytes and its address, which may take two bytes a character. */
const OVERHEAD = 512;

export function createPageCache(maxBytes: number = PAGE_CACHE_BYTES): PageCache {
  const pages = new LRUCache<string, FinishedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }, address) => bytes.byteLength + 2 * address.length + OVERHEAD,
  });
  return {
    get bytes() {
      return pages.calculatedSize;
    },
    get: (address) => pages.get(address),
    set: (address, page) => void pages.set(address, page),
    clear: () => pages.clear(),
  };
}
