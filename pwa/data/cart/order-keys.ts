/** Places in local storage. What a person ordered goes when they sign out. */
export const ORDER_KEY = 'checkouts.order';
export const EMPTIED_CART_KEY = 'checkouts.emptiedBag';
export const ORDER_KEYS: readonly string[] = [ORDER_KEY, EMPTIED_CART_KEY];
