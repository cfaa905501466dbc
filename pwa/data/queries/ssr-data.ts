import { createContext, createElement, useContext, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { PublicConfig } from '#shared/api/messages.ts';
import { PAGE_DATA_ID } from '#shared/api/render.ts';
import type { Product } from '#shared/collections/products.ts';

/** The data a page was rendered with on the server; the first paint here starts on the same. */
export interface ServedPage {
  /** The path it was made for: on another one it says nothing. */
  readonly path: string;
  readonly config: PublicConfig;
  /** Set when what the page is for lies on the visitor's device, and came neither with the page nor can be asked for. */
  readonly isShell?: boolean;
  /** On a list: what its cards show of each product. */
  readonly cards?: readonly Product[];
  /** On a product's page: all of it; `null` when there is none. */
  readonly product?: Product | null;
}

const ServedPageContext = createContext<ServedPage | undefined>(undefined);

interface ServedPageProviderProps {
  readonly served: ServedPage | undefined;
  readonly children: ReactNode;
}

/** Stands inside the router. */
export function ServedPageProvider({ served, children }: ServedPageProviderProps) {
  const { pathname } = useLocation();
  return createElement(
    ServedPageContext,
    { value: served?.path === pathname ? served : undefined },
    children,
  );
}

/** What the server sent along with the present page, until the person goes on to another one. */
export function useServedPage(): ServedPage | undefined {
  return useContext(ServedPageContext);
}

/** Reads what the server put into the document; `undefined` in a page that came from the worker or was not rendered. */
export function readServedPage(document: Document): ServedPage | undefined {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  if (!text) return undefined;
  const served = JSON.parse(text) as ServedPage;
  for (const card of served.cards ?? []) cards.add(card);
  return served;
}

const cards = new WeakSet<Product>();

/** Whether no more of a product is known than what its card shows. */
export function isCard(product: Product): boolean {
  return cards.has(product);
}
