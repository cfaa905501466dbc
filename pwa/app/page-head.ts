import type { PageContent } from '#shared/api/render.ts';
import { toThumbnail } from '#shared/domain/product-entries.ts';
import type { ServedPage } from '#pwa/data/queries/ssr-data.ts';
import { parseListQuery, toSearchParams } from '#pwa/features/catalogue/list-query.ts';
import { countPages } from '#pwa/features/catalogue/refine-products.ts';
import { toAbsoluteUrl } from './absolute-url.ts';
import { toStructuredData } from './structured-data.ts';

const SHARED_PICTURE = '/pictures/home/hero.webp';

/**
 * Head tags for crawlers and link previews: canonical address, neighbouring pages, shared picture, structured data.
 * @param canonical path and query
 */
export function toPageHead(canonical: string, served: ServedPage, content: PageContent): string {
  const { origin } = content;
  const product = served.product ?? undefined;
  const url = new URL(canonical, origin).href;
  const thumbnail = product && toThumbnail(product)?.value;
  const picture = toAbsoluteUrl(thumbnail || SHARED_PICTURE, origin) ?? origin + SHARED_PICTURE;
  const parts = [
    `<link rel="canonical" href="${escapeText(url)}">`,
    ...toNeighbours(served).map(
      ([rel, path]) => `<link rel="${rel}" href="${escapeText(new URL(path, origin).href)}">`,
    ),
    `<meta property="og:url" content="${escapeText(url)}">`,
    `<meta property="og:type" content="${product ? 'product' : 'website'}">`,
    `<meta property="og:site_name" content="Nankeen">`,
    `<meta property="og:image" content="${escapeText(picture)}">`,
    ...toStructuredData(product, content).map(
      (data) => `<script type="application/ld+json">${toScriptText(data)}</script>`,
    ),
  ];
  return parts.join('');
}

/** The previous and the next page of a list, with the same filters. */
function toNeighbours({
  path,
  list,
}: ServedPage): readonly (readonly [rel: 'prev' | 'next', path: string])[] {
  if (!list || list.cards.length === 0) return [];
  const query = parseListQuery(new URLSearchParams(list.query));
  const at = (page: number) => {
    const params = toSearchParams({ ...query, page }).toString();
    return params === '' ? path : `${path}?${params}`;
  };
  const { page } = query;
  return [
    ...(page > 1 ? [['prev', at(page - 1)] as const] : []),
    ...(page < countPages(list.total) ? [['next', at(page + 1)] as const] : []),
  ];
}

/** JSON that can't close the script element around it. */
export function toScriptText(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
