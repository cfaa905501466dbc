import type { Product } from '#shared/collections/products.ts';
import type { PublicConfig } from './messages.ts';

/** The server's input to rendering a page. */
export interface PageContent {
  /** All public products, in no particular order. */
  readonly products: readonly Product[];
  readonly config: PublicConfig;
  /** The shop's origin without a trailing slash: canonical links and shared previews start with it. */
  readonly origin: string;
}

/** A server-rendered page. */
export interface RenderedPage {
  /** 404 if there is nothing at the URL. */
  readonly status: 200 | 404;
  /** The path and query that search engines list it by. Several URLs may show the same page. */
  readonly canonical: string;
  /** HTML for the document's head. */
  readonly head: string;
  /** HTML of the app. */
  readonly html: string;
  /** JSON of the data the page was rendered with, safe inside a script element; the app hydrates with it. */
  readonly data: string;
}

/**
 * The contract between the app's render build and the server.
 * @param url path and query, such as `/products?search=vtol`
 * @returns `undefined` for a page with the visitor's own data, which only the browser renders
 */
export type RenderPage = (url: string, content: PageContent) => Promise<RenderedPage | undefined>;

/**
 * Keeps a page out of search results. The Internet Archive's crawler, which lists nothing, is exempt: Lighthouse counts a
 * page that no crawler at all may index as a fault.
 */
export const NOT_INDEXED =
  '<meta name="robots" content="noindex"><meta name="archive.org_bot" content="all">';

/** Id of the script element that holds the data. */
export const PAGE_DATA_ID = 'page-data';

/** Placeholders in the page's shell that the server fills. */
export const PAGE_PLACES = {
  head: '<!--page-head-->',
  html: '<!--page-html-->',
  data: '<!--page-data-->',
} as const;
