import { useState } from 'react';
import type { Product } from '#shared/collections/products.ts';
import { countItems, type AddToCartResult } from '#shared/domain/cart.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { addProduct, UnsavedCartError } from '#pwa/data/cart/cart.ts';
import { logError } from '#pwa/data/log.ts';
import { useToast } from '#pwa/ui/toasts.ts';

interface AddToCart {
  /** @returns whether the product is in the cart, saved or not */
  readonly add: (product: Product, count: number) => Promise<boolean>;
  /** Why the product was not added, to show next to the pressed button. */
  readonly refusal: string | undefined;
  readonly isAdding: boolean;
  readonly forget: () => void;
}

export function useAddToCart(): AddToCart {
  const app = useAppStore();
  const [refusal, setRefusal] = useState<string>();
  const [isAdding, setIsAdding] = useState(false);
  const showToast = useToast();
  // An earlier toast would contradict a refusal.
  const hideToast = () => showToast(undefined);

  async function add(product: Product, count: number): Promise<boolean> {
    setIsAdding(true);
    setRefusal(undefined);
    try {
      const result = await addProduct(app, product, count);
      if (result.outcome === 'unchanged') {
        setRefusal(toRefusal(result));
        hideToast();
        return false;
      }
      showToast({
        text: toSuccess(product, countItems(result.items.filter(({ FBUID }) => FBUID === product.FBUID))),
        link: { text: 'View cart', to: '/checkout' },
      });
      return true;
    } catch (error) {
      logError('The product could not be added:', error);
      if (error instanceof UnsavedCartError) {
        showToast({ text: toUnsaved(product), tone: 'error' });
        return true;
      }
      setRefusal('This could not be fetched, so your cart is as it was. Please try again.');
      hideToast();
      return false;
    } finally {
      setIsAdding(false);
    }
  }

  return { add, refusal, isAdding, forget: () => setRefusal(undefined) };
}

function toSuccess({ productName }: Product, inCart: number): string {
  return `${inCart} × ${productName} ${inCart === 1 ? 'is' : 'are'} in your cart.`;
}

/** The product is in the cart although it isn't saved: a second press would add one more. */
function toUnsaved({ productName }: Product): string {
  return `${productName} is in your cart, but could not be kept on this device for good. It is tried again with the next change.`;
}

function toRefusal({ inCart }: Extract<AddToCartResult, { outcome: 'unchanged' }>): string {
  return inCart >= 10
    ? 'You already have 10 of this, the most per order.'
    : `You already have ${inCart} of this, and 10 is the most per order. Nothing was added.`;
}
