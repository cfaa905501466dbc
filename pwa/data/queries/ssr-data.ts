import { createContext, createElement, useContext, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { PublicConfig } from '#shared/api/messages.ts';
import { PAGE_DATA_ID } from '#shared/api/render.ts';
import type { Product } from '#shared/collections/products.ts';
import type { RelatedProducts } from '#shared/domain/product-relations.ts';

/** The data the server rendered a page with; hydration starts from the same. */
export interface ServedPage {
  /** The path it was rendered for; it applies to no other. */
  readonly path: string;
  readonly config: PublicConfig;
  /** Set when the page's content exists only on the visitor's device, so that the server rendered just the shell. */
  readonly isShell?: boolean;
  /** On a list page, and for the products of the home page. */
  readonly list?: ServedList;
  /** On a product page: the full product; `null` when there is none. */
  readonly product?: Product | null;
  /** On a product page, with only the fields their cards show. */
  readonly related?: RelatedProducts;
}

/** One page of a list of products. */
export interface ServedList {
  /** Its search, filters, order and page, as the shortest query string; it applies to no other. */
  readonly query: string;
  /** The page's products, with only the fields their cards show. */
  readonly cards: readonly Product[];
  /** Number of products on all pages. */
  readonly total: number;
  readonly counts: FilterCounts;
}

/** How many products each filter would leave, by the filter's id. */
export type FilterCounts = Readonly<Record<string, number>>;

const ServedPageContext = createContext<ServedPage | undefined>(undefined);

interface ServedPageProviderProps {
  readonly served: ServedPage | undefined;
  readonly children: ReactNode;
}

/** Provides the served data. Must be inside the router. */
export function ServedPageProvider({ served, children }: ServedPageProviderProps) {
  const { pathname } = useLocation();
  return createElement(
    ServedPageContext,
    { value: served?.path === pathname ? served : undefined },
    children,
  );
}

/** The data the server sent with this page; `undefined` after navigation to another one. */
export function useServedPage(): ServedPage | undefined {
  return useContext(ServedPageContext);
}

/** Reads the served data from the document; `undefined` when the page was not rendered on the server. */
export function readServedPage(document: Document): ServedPage | undefined {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  if (!text) return undefined;
  const served = JSON.parse(text) as ServedPage;
  for (const card of served.list?.cards ?? []) cards.add(card);
  return served;
}

const cards = new WeakSet<Product>();

/** Whether a product has only the fields its card shows. */
export function isCard(product: Product): boolean {
  return cards.has(product);
}
