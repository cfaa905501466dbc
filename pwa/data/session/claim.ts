import { ROUTES } from '#shared/api/routes.ts';
import type { AppStore } from '../app-store.ts';
import { logNotice } from '../log.ts';
import { pageClient } from '../sync/page-client.ts';

/** Set until the server has transferred what this device wrote to the signed-in account. */
const CLAIM_KEY = 'nankeen.claimDue';

/** Claims what the device wrote for the account: at sign-in, and after a restore that may have undone the claim. */
export async function claimAgain(app: AppStore): Promise<void> {
  app.storage.setItem(CLAIM_KEY, '1');
  await claimIfDue(app);
}

/** Makes a due claim. A failed one is retried later; until then the account sees the device's documents anyway. */
export async function claimIfDue(app: AppStore): Promise<void> {
  const { storage } = app;
  if (storage.getItem(CLAIM_KEY) === null) return;
  try {
    await pageClient(app).call(ROUTES.claim);
    storage.removeItem(CLAIM_KEY);
  } catch (error) {
    logNotice('This device’s documents could not be claimed for the account yet.', error);
  }
}
