/** Path of a product's page. The id may contain any character and stays one segment. */
export function toProductPath(id: string, page: '' | '/update' | '/deprecate' = ''): string {
  return `/product/${toSegment(id)}${page}`;
}

/** Path of the form for a new product. @param draft which of the unsaved new products on this device */
export function toNewProductPath(draft: string): string {
  return `/product/create?draft=${toSegment(draft)}`;
}

export function toTemplatePath(id: string, page: '' | '/update' | '/deprecate' = ''): string {
  return `/template/${toSegment(id)}${page}`;
}

/** Path of the form for a new template. @param draft which of the unsaved new templates on this device */
export function toNewTemplatePath(draft: string): string {
  return `/template/create?draft=${toSegment(draft)}`;
}

export function toEnquiryPath(id: string): string {
  return `/contact/${toSegment(id)}`;
}

/** Path of the form for a new enquiry, with its subject. */
export function toNewEnquiryPath(about: string): string {
  return `/contact?about=${toSegment(about)}`;
}

/** Path of a purchase order to read and print. */
export function toOrderPath(id: string): string {
  return `/ukraine/review?order=${toSegment(id)}`;
}

/** Path of the picker with a draft order on this device. */
export function toDraftOrderPath(id: string): string {
  return `/ukraine?draft=${toSegment(id)}`;
}

/** Path of the picker with a purchase order to change. */
export function toOrderEditPath(id: string): string {
  return `/ukraine?order=${toSegment(id)}`;
}

/** Path of a paid order for its buyer. */
export function toPaidOrderPath(id: string, page: '' | '/receipt' = ''): string {
  return `/order/${toSegment(id)}${page}`;
}

/** Path of a paid order for staff. */
export function toDeskOrderPath(id: string): string {
  return `/admin/orders/${toSegment(id)}`;
}

/** Path of an enquiry for staff. */
export function toDeskEnquiryPath(id: string): string {
  return `/admin/enquiries/${toSegment(id)}`;
}

export function toHistoryPath(collection: string, id: string): string {
  return `/history/${collection}/${toSegment(id)}`;
}

/**
 * Decodes one segment of a path.
 * @param path as in the browser's location, still percent-encoded
 * @param place index, from 0
 * @returns the segment as is if its percent-encoding is malformed; empty if the path is shorter
 */
export function readSegment(path: string, place: number): string {
  const segment = path.split('/')[place + 1] ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Replaces lone surrogates, which can't be percent-encoded, as the store does. */
function toSegment(id: string): string {
  return encodeURIComponent(id.replace(/\p{Surrogate}/gu, '\ufffd'));
}
