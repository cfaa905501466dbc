import { ROUTES } from '#shared/api/routes.ts';
import type { AppStore } from '../app-store.ts';
import { logNotice } from '../log.ts';
import { pageClient } from '../sync/page-client.ts';

/** Set until the account that is signed in here has taken over what the device wrote. */
const CLAIM_KEY = 'nankeen.claimDue';

/** Lets the account take over what the device wrote: at sign-in, and when a restore may have lost that. */
export async function claimAgain(app: AppStore): Promise<void> {
  app.storage.setItem(CLAIM_KEY, '1');
  await claimWhatIsDue(app);
}

/** Claims what is due; what can't be claimed now is claimed later, and is seen by the account meanwhile. */
export async function claimWhatIsDue(app: AppStore): Promise<void> {
  const { storage } = app;
  if (storage.getItem(CLAIM_KEY) === null) return;
  try {
    await pageClient(app).call(ROUTES.claim);
    storage.removeItem(CLAIM_KEY);
  } catch (error) {
    logNotice('What this device wrote could not be given to the account yet.', error);
  }
}
