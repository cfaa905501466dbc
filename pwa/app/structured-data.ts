import { toProductPath } from '#shared/api/document-paths.ts';
import type { PageContent } from '#shared/api/render.ts';
import type { Product } from '#shared/collections/products.ts';
import { isPurchasable, toGallery, toSummary, toUnitPriceCents } from '#shared/domain/product-entries.ts';
import { toAbsoluteUrl } from './absolute-url.ts';
import { categoryName } from './category-name.ts';

/** Structured data for search engines: https://schema.org objects with absolute addresses. */
export function toStructuredData(product: Product | undefined, content: PageContent): readonly object[] {
  return product
    ? [toProductData(product, content), toBreadcrumbs(product, content.origin)]
    : [toOrganization(content)];
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
