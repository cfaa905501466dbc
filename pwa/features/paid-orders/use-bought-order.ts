import { useLocation } from 'react-router-dom';
import type { OrderView } from '#shared/api/order-routes.ts';
import { readSegment, toPaidOrderPath } from '#shared/api/document-paths.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { readOrder, usePaidOrder } from '#pwa/data/queries/paid-orders.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { useFetched } from '../use-fetched.ts';

export interface BoughtOrder {
  readonly status: 'loading' | 'ready' | 'missing';
  readonly order?: OrderView;
  /** Why it could not be loaded, in words for a person. */
  readonly reason?: string | undefined;
  /** Its pages, with the key that opens them on this device. */
  readonly toPath: (page: '' | '/receipt') => string;
}

/** The order of this page's address: of this device, or from the server with the key of the buyer's mail. */
export function useBoughtOrder(): BoughtOrder {
  const app = useAppStore();
  const { pathname, hash } = useLocation();
  const { isOnline } = useConnection();
  const id = readSegment(pathname, 1);
  const key = hash.slice(1);
  const own = usePaidOrder(id);
  const isAsked = own.status === 'missing' && key !== '';
  const found = useFetched(isAsked ? `${id} ${key}` : undefined, () => readOrder(app, id, key), {
    isPaused: !isOnline,
  });
  const toPath = (page: '' | '/receipt') => toPaidOrderPath(id, page) + hash;
  const order = own.order ?? found.value;
  if (order) return { status: 'ready', order, toPath };
  const isLoading = own.status === 'loading' || found.status === 'loading';
  return { status: isLoading ? 'loading' : 'missing', reason: found.reason, toPath };
}
