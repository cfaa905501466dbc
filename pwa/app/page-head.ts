import { isIndexed, toPagePattern } from '#shared/api/pages.ts';
import { NOT_INDEXED, type PageContent } from '#shared/api/render.ts';
import type { Product } from '#shared/collections/products.ts';
import { isAllowedPicture } from '#shared/domain/picture-origin.ts';
import { toThumbnail, toCardBlurb, toCategory, toSummary } from '#shared/domain/product-entries.ts';
import type { ServedPage } from '#pwa/data/queries/ssr-data.ts';
import { parseListQuery, toSearchParams } from '#pwa/features/catalogue/list-query.ts';
import { countPages } from '#pwa/features/catalogue/refine-products.ts';
import { toCategoryTexts } from '#pwa/features/catalogue/categories.ts';
import { toExcerpt } from '#pwa/features/catalogue/excerpt.ts';
import { findLegalText } from '#pwa/features/legal/legal-texts.ts';
import { toAbsoluteUrl } from './absolute-url.ts';
import { isMissing } from './served-data.ts';
import { toStructuredData } from './structured-data.ts';

interface PageHead {
  /** Path and query. */
  readonly canonical: string;
  /** With the shop's name, escaped. */
  readonly title: string;
  readonly served: ServedPage;
  readonly content: PageContent;
}

/**
 * Head tags for crawlers and link previews: canonical address, neighbouring pages, description, shared picture,
 * structured data.
 */
export function toPageHead({ canonical, title, served, content }: PageHead): string {
  const { origin } = content;
  const product = served.product ?? undefined;
  const url = new URL(canonical, origin).href;
  const description = toDescription(served);
  const parts = [
    ...(isIndexed(served.path) && !isMissing(served) ? [] : [NOT_INDEXED]),
    `<link rel="canonical" href="${escapeText(url)}">`,
    ...toNeighbours(served).map(
      ([rel, path]) => `<link rel="${rel}" href="${escapeText(new URL(path, origin).href)}">`,
    ),
    ...(description ? [`<meta name="description" content="${escapeText(description)}">`] : []),
    ...Object.entries({
      'og:site_name': 'Nankeen',
      'og:locale': 'en_AU',
      'og:type': product ? 'product' : 'website',
      'og:url': url,
      'og:description': description,
      ...toSharedPicture(product, content),
    }).map(([name, text]) => text && `<meta property="${name}" content="${escapeText(text)}">`),
    `<meta property="og:title" content="${title}">`,
    `<meta name="twitter:card" content="summary_large_image">`,
    ...toStructuredData(served, content).map(
      (data) => `<script type="application/ld+json">${toScriptText(data)}</script>`,
    ),
  ];
  return parts.join('');
}

const HOME_PICTURE = '/pictures/home/share.jpg';
const HOME_PICTURE_ALT = 'Recon VTOL, a white aircraft with two graphite booms, seen against a dark ground';
/** The first of the pictures rendered for a product. */
const RENDERED = /^(\/pictures\/[^/]+)\/1\.webp$/;

/**
 * The picture of a link preview: made for it beside a product's rendered pictures, else the product's own first if pages
 * may show it.
 */
function toSharedPicture(
  product: Product | undefined,
  { origin, config }: PageContent,
): Readonly<Record<string, string>> {
  const thumbnail = product && toThumbnail(product);
  const rendered = RENDERED.exec(thumbnail?.value ?? '')?.[1];
  const isShown = thumbnail && isAllowedPicture(thumbnail.value, [origin, ...config.pictureOrigins]);
  const own = thumbnail?.value && isShown ? toAbsoluteUrl(thumbnail.value, origin) : undefined;
  if (thumbnail && own && !rendered) return { 'og:image': own, 'og:image:alt': thumbnail.label };
  return {
    'og:image': origin + (rendered ? `${rendered}/share.jpg` : HOME_PICTURE),
    'og:image:type': 'image/jpeg',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': rendered && thumbnail ? thumbnail.label : HOME_PICTURE_ALT,
  };
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

/** Search engines cut longer ones. */
const MAX_LENGTH = 155;

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  '/': 'Nankeen builds long-endurance drones in Australia, and the batteries and propellers that keep them flying.',
  '/contact':
    'Ask Nankeen about an aircraft, a spare part, a repair or a day of flying. We welcome all enquiries.',
  '/checkout': 'Your Nankeen cart: quantities, GST and the total before you pay.',
  '/login': 'Log in to your Nankeen account. You don’t need one to browse, buy or enquire.',
  '/error': 'This page of the Nankeen store could not be shown.',
  '/legals': 'The terms and conditions, privacy policy and warranty of the Nankeen store, in plain English.',
};

/** A sentence or two about a page for search engines and link previews; empty for a page without content. */
function toDescription({ path, product, list }: ServedPage): string {
  if (product) {
    const { productName } = product;
    const text = toSummary(product).value || toCardBlurb(product).value || `${productName} from Nankeen.`;
    return toExcerpt(text, MAX_LENGTH);
  }
  const own = DESCRIPTIONS[toPagePattern(path) ?? ''];
  if (own !== undefined) return own;
  if (list) {
    const { page } = parseListQuery(new URLSearchParams(list.query));
    const { lead } = toCategoryTexts(toCategory(path));
    return page > 1 ? `${lead} Page ${page}.` : lead;
  }
  const legal = path.startsWith('/legals/') ? findLegalText(path) : undefined;
  return legal ? `${legal.title} of the Nankeen store. ${legal.lead}` : '';
}
