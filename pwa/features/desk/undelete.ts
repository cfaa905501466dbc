import { AppError } from '#shared/kernel/app-error.ts';

/** The deleted products of the back-office. */
export const DELETED_PRODUCTS = '/admin/products?view=deleted';

/** Says why a product could not be brought back. */
export function toUndeleteFailure(name: string, error: unknown): string {
  const isRefused = error instanceof AppError && error.code !== 'unavailable';
  return isRefused
    ? `${name} could not be brought back: ${error.message}`
    : `${name} could not be brought back without a connection. It stays under Deleted.`;
}
