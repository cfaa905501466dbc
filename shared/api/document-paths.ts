/** Addresses of the pages that show one document. Its id may hold any character and stays one segment. */
export function toProductPath(id: string, page: '' | '/update' | '/deprecate' = ''): string {
  return `/product/${toSegment(id)}${page}`;
}

export function toEnquiryPath(id: string): string {
  return `/contact/${toSegment(id)}`;
}

/** The form of a new enquiry, with what it is about named in it. */
export function toNewEnquiryPath(about: string): string {
  return `/contact?about=${toSegment(about)}`;
}

/** A purchase order to be read and printed. */
export function toOrderPath(id: string): string {
  return `/ukraine/review?order=${toSegment(id)}`;
}

/** The picker with a draft order on this device. */
export function toDraftOrderPath(id: string): string {
  return `/ukraine?sketch=${toSegment(id)}`;
}

/** The picker with a purchase order to be changed. */
export function toOrderEditPath(id: string): string {
  return `/ukraine?order=${toSegment(id)}`;
}

export function toHistoryPath(collection: string, id: string): string {
  return `/history/${collection}/${toSegment(id)}`;
}

/**
 * A segment of an address as it was meant.
 * @param path as the browser has it, percent signs and all
 * @param place counted from 0
 * @returns the segment as it stands where its percent signs say nothing; empty where the path is shorter
 */
export function readSegment(path: string, place: number): string {
  const segment = path.split('/')[place + 1] ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Half a character has no address; it is replaced, as the store replaces it. */
function toSegment(id: string): string {
  return encodeURIComponent(id.replace(/\p{Surrogate}/gu, '\ufffd'));
}
