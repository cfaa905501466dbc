import { checkouts, type Checkout } from './checkouts.ts';
import type { CollectionDefinition } from './collection.ts';
import { contacts, type Contact } from './contacts.ts';
import { inbox, type InboxItem } from './inbox.ts';
import { orders, type PaidOrder } from './orders.ts';
import { products, type Product } from './products.ts';
import { profiles, type Profile } from './profiles.ts';
import { purchaseOrders, type PurchaseOrder } from './purchase-orders.ts';
import { templates, type Template } from './templates.ts';

/** Type of the stored documents, by the collection's stored name. */
export interface CollectionDocuments {
  products: Product;
  checkouts: Checkout;
  profiles: Profile;
  contacts: Contact;
  templates: Template;
  ukraines: PurchaseOrder;
  orders: PaidOrder;
  inbox: InboxItem;
}

export type CollectionName = keyof CollectionDocuments;

/** The product's collections. Any other name is a free collection: staff only, with just the document rules. */
export const COLLECTIONS: Readonly<Record<CollectionName, CollectionDefinition>> = {
  products,
  checkouts,
  profiles,
  contacts,
  templates,
  ukraines: purchaseOrders,
  orders,
  inbox,
};

export const COLLECTION_NAMES = Object.keys(COLLECTIONS) as readonly CollectionName[];

export function findCollection(name: string): CollectionDefinition | undefined {
  return Object.hasOwn(COLLECTIONS, name) ? COLLECTIONS[name as CollectionName] : undefined;
}
