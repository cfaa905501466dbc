import { matchPath } from 'react-router-dom';
import { readSegment } from '#shared/api/document-paths.ts';
import { isPage } from '#shared/api/pages.ts';
import type { PageContent } from '#shared/api/render.ts';
import { PRODUCT_CATEGORIES, type Product } from '#shared/collections/products.ts';
import { listProducts, toCategory } from '#shared/domain/product-entries.ts';
import type { ServedPage } from '#pwa/data/queries/ssr-data.ts';

/** Pages whose content is only on the visitor's device: the server renders just the shell. */
const SHELLS = ['/checkout'];
/** Pages that look the same to every visitor; all others depend on the visitor. */
const PUBLIC_PAGES = ['/', '/contact', '/error', '/login', '/legals', '/legals/:text'];
const LISTS = ['/products', ...PRODUCT_CATEGORIES.map((category) => `/products/${category}`)];

/** The data to render a page with; `undefined` for a page that only the visitor's browser can render. */
export function toServedPage(url: string, content: PageContent): ServedPage | undefined {
  const { pathname: path, search } = new URL(url, content.origin);
  const page = { path, config: content.config };
  if (matchPath('/product/:id', path)) {
    const id = readSegment(path, 1);
    return { ...page, product: content.products.find(({ FBUID }) => FBUID === id) ?? null };
  }
  if (LISTS.some((pattern) => matchPath(pattern, path))) {
    return { ...page, cards: listProducts(content.products, toCategory(path)).map(toCard) };
  }
  if (search === '' && SHELLS.includes(path)) return { ...page, isShell: true };
  const isPublic = PUBLIC_PAGES.some((pattern) => matchPath(pattern, path)) && search === '';
  return isPublic || !isPage(path) ? page : undefined;
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
