/** Keys in local storage, removed at sign-out. */
export const ORDER_KEY = 'checkouts.order';
export const EMPTIED_CART_KEY = 'checkouts.emptiedBag';
export const ORDER_KEYS: readonly string[] = [ORDER_KEY, EMPTIED_CART_KEY];
