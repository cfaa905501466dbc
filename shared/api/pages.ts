/** Pages of the app, as patterns: `:name` stands for one path segment. A hard load of any other path answers 404. */
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

/** Pages that search engines may list; a page per product comes in addition. */
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

/** The page at a path as its pattern, which tells of no document; `undefined` where the app has none. */
export function toPagePattern(path: string): (typeof PAGES)[number] | undefined {
  return MATCHERS.find(({ matcher }) => matcher.test(path))?.page;
}
