import { toProductPath } from '#shared/api/document-paths.ts';
import type { PageContent } from '#shared/api/render.ts';
import type { Product } from '#shared/collections/products.ts';
import { isPurchasable, toGallery, toSummary, toUnitPriceCents } from '#shared/domain/product-entries.ts';
import type { ServedList, ServedPage } from '#pwa/data/queries/ssr-data.ts';
import { parseListQuery } from '#pwa/features/catalogue/list-query.ts';
import { PAGE_SIZE } from '#pwa/features/catalogue/refine-products.ts';
import { toAbsoluteUrl } from './absolute-url.ts';
import { categoryName } from '#shared/domain/category-name.ts';

/** Structured data for search engines: https://schema.org objects with absolute addresses. */
export function toStructuredData(served: ServedPage, content: PageContent): readonly object[] {
  const { path, product, list } = served;
  if (product) return [toProductData(product, content), toBreadcrumbs(product, content.origin)];
  if (path === '/') return [toOrganization(content)];
  return list && list.cards.length > 0 ? [toItemList(list, content.origin)] : [];
}

function toItemList({ query, cards, total }: ServedList, origin: string): object {
  const { page } = parseListQuery(new URLSearchParams(query));
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    numberOfItems: total,
    itemListElement: cards.map((product, index) => ({
      '@type': 'ListItem',
      position: (page - 1) * PAGE_SIZE + index + 1,
      name: product.productName,
      url: origin + toProductPath(product.FBUID),
    })),
  };
}

function toProductData(product: Product, { config, origin }: PageContent): object {
  const cents = toUnitPriceCents(product);
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.productName,
    sku: product.FBUID,
    description: toSummary(product).value,
    brand: { '@type': 'Brand', name: 'Nankeen' },
    image: toGallery(product).flatMap(({ value }) => toAbsoluteUrl(value, origin) ?? []),
    ...(isPurchasable(product) && cents !== undefined
      ? {
          offers: {
            '@type': 'Offer',
            url: origin + toProductPath(product.FBUID),
            price: (cents / 100).toFixed(2),
            priceCurrency: config.currency,
            availability: 'https://schema.org/InStock',
          },
        }
      : {}),
  };
}

function toBreadcrumbs(product: Product, origin: string): object {
  const steps = [
    { name: 'Products', item: `${origin}/products` },
    { name: categoryName(product.productCategory), item: `${origin}/products/${product.productCategory}` },
    { name: product.productName, item: origin + toProductPath(product.FBUID) },
  ];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  };
}

function toOrganization({ config, origin }: PageContent): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: 'Nankeen',
    url: `${origin}/`,
    logo: `${origin}/icons/icon-512.png`,
    ...(config.contactEmail ? { email: config.contactEmail } : {}),
  };
}
