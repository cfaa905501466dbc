import type { PageContent } from '#shared/api/render.ts';
import type { Product } from '#shared/collections/products.ts';
import { toThumbnail } from '#shared/domain/product-entries.ts';
import { toAbsoluteUrl } from './absolute-url.ts';
import { toStructuredData } from './structured-data.ts';

const SHARED_PICTURE = '/pictures/home/hero.webp';

/** Head tags for crawlers and link previews: canonical address, shared picture, structured data. */
export function toPageHead(path: string, product: Product | undefined, content: PageContent): string {
  const { origin } = content;
  const url = new URL(path, origin).href;
  const thumbnail = product && toThumbnail(product)?.value;
  const picture = toAbsoluteUrl(thumbnail || SHARED_PICTURE, origin) ?? origin + SHARED_PICTURE;
  const parts = [
    `<link rel="canonical" href="${escapeText(url)}">`,
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

/** JSON that can't close the script element around it. */
export function toScriptText(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
