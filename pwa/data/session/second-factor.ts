import {
  ACCOUNT_ROUTES,
  type CodeAppKey,
  type ListedPasskey,
  type NeededFactor,
} from '#shared/api/account-routes.ts';
import type { AppStore } from '../app-store.ts';
import { createAccountClient } from './account-calls.ts';

// The calls that change something throw `CONFIRM_IDENTITY` without a recent proof of identity.

export interface SecondFactors {
  readonly hasCodeApp: boolean;
  readonly recoveryCodesLeft: number;
  /** Oldest first. */
  readonly passkeys: readonly ListedPasskey[];
}

/** Of the signed-in account. @throws AppError */
export async function fetchSecondFactors(app: AppStore): Promise<SecondFactors> {
  const client = createAccountClient(app);
  const [{ isOn, recoveryCodesLeft }, { passkeys }] = await Promise.all([
    client.call(ACCOUNT_ROUTES.secondFactor),
    client.call(ACCOUNT_ROUTES.passkeys),
  ]);
  return { hasCodeApp: isOn, recoveryCodesLeft, passkeys };
}

/** What this browser's sign-in needs; null if none waits. @throws AppError */
export async function fetchNeededFactor(app: AppStore): Promise<NeededFactor | null> {
  return (await createAccountClient(app).call(ACCOUNT_ROUTES.neededFactor)).needed;
}

/** Begins the set-up of a code app. */
export function beginCodeApp(app: AppStore): Promise<CodeAppKey> {
  return createAccountClient(app).call(ACCOUNT_ROUTES.beginCodeApp);
}

/** Finishes the set-up with a first code, and signs the other browsers out. @returns the recovery codes */
export async function activateCodeApp(app: AppStore, code: string): Promise<readonly string[]> {
  const call = createAccountClient(app).call(ACCOUNT_ROUTES.activateCodeApp, { body: { code } });
  const { recoveryCodes } = await call;
  await app.session.refresh();
  return recoveryCodes;
}

export async function renewRecoveryCodes(app: AppStore): Promise<readonly string[]> {
  return (await createAccountClient(app).call(ACCOUNT_ROUTES.renewRecoveryCodes)).recoveryCodes;
}

/** Signs the other browsers out. */
export async function removeCodeApp(app: AppStore): Promise<void> {
  await createAccountClient(app).call(ACCOUNT_ROUTES.removeCodeApp);
  await app.session.refresh();
}
