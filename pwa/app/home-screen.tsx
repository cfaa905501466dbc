import { ProductOffer } from '#pwa/features/catalogue/product-offer.tsx';
import { HomePage } from '#pwa/features/home/home-page.tsx';

/** The home page with the catalogue's prices and buttons. */
export function HomeScreen() {
  return <HomePage Offer={ProductOffer} />;
}
