import type { ComponentType } from 'react';

export interface OfferProps {
  /** Price and button of a product; the catalogue's, which this feature may not import. */
  readonly Offer: ComponentType<{ readonly id: string }>;
}
