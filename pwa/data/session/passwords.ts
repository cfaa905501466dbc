import { ROUTES } from '#shared/api/routes.ts';
import type { AppStore } from '../app-store.ts';
import { createAccountClient } from './account-calls.ts';

/** Replaces the password of the signed-in account and signs out its other browsers. @throws AppError */
export async function changePassword(app: AppStore, current: string, password: string): Promise<void> {
  await createAccountClient(app).call(ROUTES.changePassword, { body: { current, password } });
}
