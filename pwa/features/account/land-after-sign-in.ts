import { toLandingPath, toProfileType } from '#shared/domain/profile.ts';
import type { AppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import { keepProfile, type ProfileAccount } from '#pwa/data/session/profile.ts';

/**
 * Opens the landing page for the profile's type, or the one on which staff set up a second factor. A profile that can't be loaded or saved is logged and
 * blocks nothing.
 */
export async function landAfterSignIn(
  app: AppStore,
  account: ProfileAccount,
  navigate: (path: string) => void | Promise<void>,
): Promise<void> {
  const profile = await keepProfile(app, account).catch((error: unknown) => {
    logError('The profile could not be loaded or saved:', error);
    return undefined;
  });
  try {
    if (app.session.read()?.needs) return await navigate('/account/security');
    await navigate(toLandingPath(toProfileType(profile)));
  } catch (error) {
    logError('The page after signing in could not be opened:', error);
    await navigate('/client');
  }
}
