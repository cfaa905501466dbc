/** Pages of the app, as patterns: `:name` matches one path segment. A hard load of any other path returns 404. */
export const PAGES = [
  '/',
  '/login',
  '/login/verify',
  '/login/done',
  '/login/reset',
  '/account',
  '/account/email',
  '/account/profile',
  '/login/second-factor',
  '/account/security',
  '/account/data',
  '/account/delete',
  '/account/orders',
  '/order/:orderId',
  '/order/:orderId/receipt',
  '/contact',
  '/contact/:contactFBUID',
  '/error',
  '/checkout',
  '/success',
  '/products',
  '/products/drones',
  '/products/batteries',
  '/products/propellers',
  // Above the product with any id: the first match counts.
  '/product/create',
  '/product/:productFBUID',
  '/product/:productFBUID/deprecate',
  '/product/:productFBUID/update',
  '/template',
  '/template/create',
  '/template/:templateFBUID',
  '/template/:templateFBUID/update',
  '/template/:templateFBUID/deprecate',
  '/legals',
  '/legals/privacy-policy',
  '/legals/warranty',
  '/legals/terms-and-conditions',
  '/client',
  '/program',
  '/ukraine/review',
  '/ukraine/orders',
  '/history/:collection/:id',
  '/sync',
  '/migration',
  '/admin',
  '/admin/products',
  '/admin/payments',
  '/admin/orders',
  '/admin/enquiries',
  '/admin/enquiries/:contactFBUID',
  '/admin/orders/:orderId',
  '/admin/mails',
  '/admin/staff',
  '/admin/refused',
  '/ukraine',
] as const;

/** Pages that search engines may index, in addition to one page per product. */
export const INDEXED_PAGES = [
  '/',
  '/products',
  '/products/drones',
  '/products/batteries',
  '/products/propellers',
  '/contact',
  '/legals',
  '/legals/privacy-policy',
  '/legals/warranty',
  '/legals/terms-and-conditions',
] as const satisfies readonly (typeof PAGES)[number][];

const INDEXED: readonly string[] = [...INDEXED_PAGES, '/product/:productFBUID'];

/** Whether search engines may list the page at a path. */
export function isIndexed(path: string): boolean {
  const pattern = toPagePattern(path);
  return pattern !== undefined && INDEXED.includes(pattern);
}

const LIST_QUERY = ['search', 'productFBUID', 'field', 'value', 'sort', 'price', 'buyable', 'page'] as const;
const ENQUIRY_QUERY = ['about', 'contactFBUID'] as const;

/** The query names that the content of a page depends on. Pages that are not listed depend on none. */
const PAGE_QUERY: Partial<Record<(typeof PAGES)[number], readonly string[]>> = {
  '/products': LIST_QUERY,
  '/products/drones': LIST_QUERY,
  '/products/batteries': LIST_QUERY,
  '/products/propellers': LIST_QUERY,
  '/contact': ENQUIRY_QUERY,
};

const MATCHERS = PAGES.map((page) => ({
  page,
  matcher: new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}/?$`),
}));

/** Whether the app has a page at this path. */
export function isPage(path: string): boolean {
  return toPagePattern(path) !== undefined;
}

/** The pattern of the page at a path, which contains no document id; `undefined` if the app has no such page. */
export function toPagePattern(path: string): (typeof PAGES)[number] | undefined {
  return MATCHERS.find(({ matcher }) => matcher.test(path))?.page;
}

const LOOSE_MATCHERS = MATCHERS.map(({ page, matcher }) => ({ page, matcher: new RegExp(matcher, 'i') }));

/** The path in a page's own case: `/Products/Drones` → `/products/drones`. Ids stay as they are. */
export function toOwnCase(path: string): string {
  const page = LOOSE_MATCHERS.find(({ matcher }) => matcher.test(path))?.page;
  if (page === undefined) return path;
  const own = page.split('/');
  const segments = path.split('/');
  return segments
    .map((segment, place) => (own[place]?.startsWith(':') ? segment : (own[place] ?? segment)))
    .join('/');
}

/**
 * The address that a page is rendered at: its path with only the query names that its content depends on, in a fixed
 * order. So made-up names don't make another page.
 */
export function toRenderedAddress(path: string, query: QueryReader): string {
  const pattern = toPagePattern(path);
  const names = (pattern && PAGE_QUERY[pattern]) ?? [];
  const kept = names.flatMap((name) =>
    query.getAll(name).map((value) => `${name}=${encodeURIComponent(value)}`),
  );
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}

/** The part of `URLSearchParams` that is needed here. */
interface QueryReader {
  getAll(name: string): readonly string[];
}
