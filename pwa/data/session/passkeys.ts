import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { ACCOUNT_ROUTES } from '#shared/api/account-routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { AppStore } from '../app-store.ts';
import { createAccountClient } from './account-calls.ts';
import { confirmIdentity } from './own-sessions.ts';
import { enterAccount, type SignedInAccount } from './session.ts';

/** Whether this browser can use passkeys, here. */
export function hasPasskeySupport(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function';
}

const loadWebAuthn = () => import('@simplewebauthn/browser');

/**
 * Makes a passkey for the signed-in account, and signs the other browsers out.
 * @returns recovery codes if it is the account's first second factor
 * @throws AppError `CONFIRM_IDENTITY` without a recent proof of identity, `user-cancelled`, or of the server
 */
export async function addPasskey(app: AppStore, name: string): Promise<readonly string[]> {
  const client = createAccountClient(app);
  const { options } = await client.call(ACCOUNT_ROUTES.beginPasskey);
  const { startRegistration } = await loadWebAuthn();
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const passkey = await startRegistration({ optionsJSON }).catch((cause: unknown) => {
    throw toRefusal(
      cause,
      'No passkey was made: it was cancelled, or it took too long. Nothing was changed.',
    );
  });
  const { recoveryCodes } = await client.call(ACCOUNT_ROUTES.addPasskey, { body: { passkey, name } });
  await app.session.refresh();
  return recoveryCodes;
}

/** Signs the other browsers out. @throws AppError `CONFIRM_IDENTITY` without a recent proof of identity */
export async function removePasskey(app: AppStore, id: string): Promise<void> {
  await createAccountClient(app).call(ACCOUNT_ROUTES.removePasskey, { params: { id } });
  await app.session.refresh();
}

/** @throws AppError `user-cancelled`, or of the server; otherwise as `signIn` */
export async function signInWithPasskey(app: AppStore): Promise<SignedInAccount> {
  const passkey = await askPasskey(app, 'sign-in');
  return enterAccount(app, ACCOUNT_ROUTES.signInWithPasskey.path, { passkey });
}

/** Ends a sign-in that needs a second factor. @throws as `signInWithPasskey` */
export async function givePasskey(app: AppStore): Promise<SignedInAccount> {
  const passkey = await askPasskey(app, 'second-factor');
  return enterAccount(app, ACCOUNT_ROUTES.answerChallenge.path, { passkey });
}

/** Proves the own identity. @throws AppError `user-cancelled`, or of the server */
export async function confirmWithPasskey(app: AppStore): Promise<void> {
  await confirmIdentity(app, { passkey: await askPasskey(app, 'confirmation') });
}

async function askPasskey(
  app: AppStore,
  purpose: 'sign-in' | 'second-factor' | 'confirmation',
): Promise<AuthenticationResponseJSON> {
  const { options } = await createAccountClient(app).call(ACCOUNT_ROUTES.askPasskey, { body: { purpose } });
  const { startAuthentication } = await loadWebAuthn();
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON }).catch((cause: unknown) => {
    throw toRefusal(
      cause,
      'No passkey was used: it was cancelled, took too long, or this device has none for your account.',
    );
  });
}

/** What the browser's refusals mean, by the names that the standard gives them. */
const REFUSALS: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device or password manager has a passkey of your account already.',
  ConstraintError:
    'This device can’t ask for your fingerprint, face or PIN, which we need. Set up a screen lock or a PIN, or use another device.',
  NotSupportedError: 'This device can’t make a passkey that we accept. Use another device.',
  SecurityError: 'Passkeys don’t work at this address of the shop. Use another way.',
};

function toRefusal(cause: unknown, cancelled: string): AppError {
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError')
    return new AppError('cancelled', cancelled, { cause, reason: 'user-cancelled' });
  const message = (Object.hasOwn(REFUSALS, name) ? REFUSALS[name] : undefined) ?? UNKNOWN;
  return new AppError('failed-precondition', message, { cause, reason: 'passkey-refused' });
}

const UNKNOWN = 'The browser could not use a passkey. Try again, or use another way.';
