/** Pages of the app, as patterns: `:name` matches one path segment. A hard load of any other path returns 404. */
export const PAGES = [
  '/',
  '/login',
  '/contact',
  '/contact/:contactFBUID',
  '/error',
  '/checkout',
  '/success',
  '/products',
  '/products/drones',
  '/products/batteries',
  '/products/propellers',
  '/product/:productFBUID',
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
