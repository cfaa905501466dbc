import { BACK_OFFICE_ROUTES, type Overview } from '#shared/api/back-office-routes.ts';
import type { AppStore } from '../app-store.ts';
import { pageClient } from '../sync/page-client.ts';

/** What only the server can count. @throws AppError */
export function fetchOverview(app: AppStore): Promise<Overview> {
  return pageClient(app).call(BACK_OFFICE_ROUTES.overview);
}
