import { toPagePattern } from '#shared/api/pages.ts';
import { toCardBlurb, toCategory, toSummary } from '#shared/domain/product-entries.ts';
import type { ServedPage } from '#pwa/data/queries/ssr-data.ts';
import { toCategoryTexts } from '#pwa/features/catalogue/categories.ts';
import { toExcerpt } from '#pwa/features/catalogue/excerpt.ts';
import { parseListQuery } from '#pwa/features/catalogue/list-query.ts';
import { findLegalText } from '#pwa/features/legal/legal-texts.ts';

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
export function toDescription({ path, product, list }: ServedPage): string {
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
