import type { PublicConfig } from '#shared/api/messages.ts';
import type { LegalSection } from './legal-section.ts';
import { PRIVACY_POLICY } from './privacy-policy.ts';
import { toTermsAndConditions } from './terms-and-conditions.ts';
import { WARRANTY } from './warranty.ts';

export interface LegalText {
  /** Last segment of its path. */
  readonly segment: string;
  readonly title: string;
  readonly lead: string;
  readonly toSections: (config: PublicConfig) => readonly LegalSection[];
}

export const LEGAL_TEXTS: readonly LegalText[] = [
  {
    segment: 'terms-and-conditions',
    title: 'Terms and Conditions',
    lead: 'Ordering, prices, delivery, returns and refunds.',
    toSections: toTermsAndConditions,
  },
  {
    segment: 'privacy-policy',
    title: 'Privacy Policy',
    lead: 'What we know about you, why, for how long, and how to change it.',
    toSections: () => PRIVACY_POLICY,
  },
  {
    segment: 'warranty',
    title: 'Warranty Policy',
    lead: 'What is covered, what is not, and how to make a claim.',
    toSections: () => WARRANTY,
  },
];

/** Finds the text by the last segment of a path. */
export function findLegalText(path: string): LegalText | undefined {
  const segment = path.split('/').findLast((part) => part !== '');
  return LEGAL_TEXTS.find((text) => text.segment === segment);
}
