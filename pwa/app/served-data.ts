import { matchPath } from 'react-router-dom';
import { readSegment, toProductPath } from '#shared/api/document-paths.ts';
import { isPage, toPagePattern } from '#shared/api/pages.ts';
import type { PageContent } from '#shared/api/render.ts';
import { PRODUCT_CATEGORIES, type Product, type ProductCategory } from '#shared/collections/products.ts';
import { listProducts, toCategory } from '#shared/domain/product-entries.ts';
import { findRelated } from '#shared/domain/product-relations.ts';
import type { ServedList, ServedPage } from '#pwa/data/queries/ssr-data.ts';
import { FEATURED } from '#pwa/features/home/product-carousel.tsx';
import { parseListQuery, toSearchParams } from '#pwa/features/catalogue/list-query.ts';
import {
  countFilters,
  filterByField,
  refineProducts,
  searchProducts,
  toPage,
} from '#pwa/features/catalogue/refine-products.ts';

/** Pages whose content is only on the visitor's device: the server renders just the shell. */
const SHELLS = ['/checkout'];
/** Pages that look the same to every visitor; all others depend on the visitor. */
const PUBLIC_PAGES = ['/contact', '/error', '/login', '/legals', '/legals/:text'];
const LISTS = ['/products', ...PRODUCT_CATEGORIES.map((category) => `/products/${category}`)];

/** The data to render a page with; `undefined` for a page that only the visitor's browser can render. */
export function toServedPage(url: string, content: PageContent): ServedPage | undefined {
  const { pathname: path, search, searchParams } = new URL(url, content.origin);
  const page = { path, config: content.config };
  if (toPagePattern(path) === '/product/:productFBUID') {
    const id = readSegment(path, 1);
    const product = content.products.find(({ FBUID }) => FBUID === id);
    if (!product) return { ...page, product: null };
    const { fits, drones } = findRelated(product, content.products);
    return { ...page, product, related: { fits: fits.map(toCard), drones: drones.map(toCard) } };
  }
  if (LISTS.some((pattern) => matchPath(pattern, path))) {
    return { ...page, list: toServedList(listed(content.products, toCategory(path)), searchParams) };
  }
  if (path === '/' && search === '') return { ...page, list: toFeatured(content.products) };
  if (search === '' && SHELLS.includes(path)) return { ...page, isShell: true };
  const isPublic = PUBLIC_PAGES.some((pattern) => matchPath(pattern, path)) && search === '';
  return isPublic || !isPage(path) ? page : undefined;
}

function toServedList(products: readonly Product[], params: URLSearchParams): ServedList {
  const query = parseListQuery(params);
  const found = searchProducts(filterByField(products, query.field, query.value), query.search);
  const shown = refineProducts(found, query);
  return {
    query: toSearchParams(query).toString(),
    cards: toPage(shown, query.page).map(toCard),
    total: shown.length,
    counts: countFilters(found, query),
  };
}

/** The products of the home page. */
function toFeatured(products: readonly Product[]): ServedList {
  const cards = products.filter(({ FBUID }) => FEATURED.includes(FBUID)).map(toCard);
  return { query: '', cards, total: cards.length, counts: {} };
}

/** Sorting all names takes longer than the rest of a list's page, so it is done once for the same products. */
const lists = new WeakMap<readonly Product[], Map<ProductCategory | undefined, readonly Product[]>>();

function listed(products: readonly Product[], category: ProductCategory | undefined): readonly Product[] {
  const known = lists.get(products) ?? new Map<ProductCategory | undefined, readonly Product[]>();
  const list = known.get(category) ?? listProducts(products, category);
  lists.set(products, known.set(category, list));
  return list;
}

/** Whether nothing is at the page's address: no product, or no such page of a list. */
export function isMissing({ path, product, list }: ServedPage): boolean {
  const isBeyond = list?.cards.length === 0 && new URLSearchParams(list.query).has('page');
  return !isPage(path) || product === null || isBeyond;
}

/** The path and query that search engines list a page by. A filtered list counts as the whole one. */
export function toCanonical({ path, product, list }: ServedPage): string {
  if (product) return toProductPath(product.FBUID);
  const page = /^page=\d+$/.test(list?.query ?? '') ? `?${list?.query}` : '';
  return path.replace(/(?<=.)\/$/, '') + page;
}

/** Keeps only what a card and the search read. */
function toCard(product: Product): Product {
  const { productImages, productDescriptions, productPrices } = product;
  return {
    ...product,
    productImages: productImages.slice(0, 1),
    productDescriptions: productDescriptions
      .slice(0, 6)
      .map((entry, index) => (index === 0 || index === 5 ? entry : NO_ENTRY)),
    productPrices: productPrices.slice(0, 1),
    productFeatures: [],
    productSpecifications: [],
    productDimensions: [],
    productShipping: [],
    productDownloads: [],
  };
}

const NO_ENTRY = { value: '', label: '', description: '' };
