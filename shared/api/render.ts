import type { Product } from '#shared/collections/products.ts';
import type { PublicConfig } from './messages.ts';

/** What the server knows when it is asked for a page. */
export interface PageContent {
  /** Everything anybody may see, in no order. */
  readonly products: readonly Product[];
  readonly config: PublicConfig;
  /** Where the shop is reached, without a slash at its end: canonical links and shared previews start with it. */
  readonly origin: string;
}

/** A page as its first visit gets it. */
export interface RenderedPage {
  /** 200, or 404 when nothing lives at the address. */
  readonly status: 200 | 404;
  /** Elements for the document's head. */
  readonly head: string;
  /** What goes into the app's place. */
  readonly html: string;
  /** JSON of the data the page was rendered with, safe inside a script element; the app starts on the same. */
  readonly data: string;
}

/**
 * The contract between the app's render build and whoever serves it.
 * @param url path and query, such as `/products?search=vtol`
 * @returns `undefined` for a page that is the visitor's own: it is rendered in their browser alone
 */
export type RenderPage = (url: string, content: PageContent) => Promise<RenderedPage | undefined>;

/** Id of the script element that holds the data. */
export const PAGE_DATA_ID = 'page-data';

/** Places in the page's shell that the server fills. */
export const PAGE_PLACES = {
  head: '<!--page-head-->',
  html: '<!--page-html-->',
  data: '<!--page-data-->',
} as const;
