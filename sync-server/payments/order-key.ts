import { isSignedBy, sign, type SigningSecret } from '#server/devices/device-tokens.ts';

const toBody = (orderId: string) => `order ${orderId}`;

/** Opens an order to everyone who has the link of the buyer's mail. */
export function toOrderKey(orderId: string, secret: SigningSecret): string {
  return sign(toBody(orderId), secret);
}

export function isOrderKey(key: string, orderId: string, secret: SigningSecret): boolean {
  return isSignedBy(toBody(orderId), key, secret);
}
