import type { GstRule } from '#shared/domain/order-totals.ts';
import type { Seller } from '#shared/domain/seller.ts';

/** What a template knows of the shop. */
export interface MailShop {
  /** Every link leads here. Without a slash at the end. */
  readonly publicUrl: string;
  readonly contactEmail: string;
  readonly seller: Seller;
  readonly gstRule: GstRule;
  /** The key that opens an order without an account. */
  readonly toOrderKey: (orderId: string) => string;
}

/** Subject and plain text of a mail. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** The paragraphs of a mail, above the shop's name. */
export function toLetter(...paragraphs: readonly (string | readonly string[])[]): string {
  return [...paragraphs.map((lines) => [lines].flat().join('\n')), 'Nankeen, Australian drones'].join('\n\n');
}

/** @param token in the fragment, which browsers send to no server: not in requests, not as a referrer */
export function toLink({ publicUrl }: MailShop, page: string, token?: string | null): string {
  const address = `${publicUrl.replace(/\/$/, '')}${page}`;
  return token == null ? address : `${address}#${token}`;
}

/** An instant in a sentence. @param at epoch milliseconds */
export function toTimeText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
