/** The id of a payment session, as in the address of the success page. */
export const SESSION_ID = /^[A-Za-z0-9_]{1,200}$/;

/** Query name of the cart's address after a payment was cancelled. */
export const CANCELLED_QUERY = 'cancelled';
