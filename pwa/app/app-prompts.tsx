import { useCart } from '#pwa/data/cart/use-cart.ts';
import { Prompts } from '#pwa/features/install/prompts.tsx';

/**
 * What the app itself has to say. It looks at the bag by itself: were that the whole app's business, every change of
 * the bag would be, and a page that is just being taken over would be taken over in one go.
 */
export function AppPrompts() {
  const { count } = useCart();
  return <Prompts isWorthInstalling={count > 0} />;
}
