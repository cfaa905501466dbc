import * as v from 'valibot';
import { isJsonObject } from '#shared/kernel/json.ts';
import { mailedLinkSchema } from './messages.ts';
import { route } from './routes.ts';

/** A session of the caller's account. */
const accountSessionSchema = v.looseObject({
  /** Not its token, which no response contains. */
  id: v.string(),
  /** ISO times of the sign-in and, to within five minutes, of the last call. */
  beganAt: v.string(),
  usedAt: v.string(),
  /** In words, such as `Firefox` and `Android`; null if not recognised. */
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  /** Whether it is the session of the call. */
  isCurrent: v.boolean(),
});
export type ListedSession = v.InferOutput<typeof accountSessionSchema>;

/** Newest first. */
const accountSessionsSchema = v.looseObject({ sessions: v.array(accountSessionSchema) });

/** Everything that is stored of the caller's account, as one JSON file; its last field is `isComplete`. */
export const OWN_DATA = { method: 'GET', path: '/account/data' } as const;
export const OWN_DATA_FILE = 'nankeen-my-data.json';

/** `isOn`: whether the account has a code app. */
const secondFactorSchema = v.looseObject({ isOn: v.boolean(), recoveryCodesLeft: v.number() });

/** Key of a new code app, for typing, and the address that a QR code shows. */
const codeAppKeySchema = v.looseObject({ key: v.string(), address: v.string() });
export type CodeAppKey = v.InferOutput<typeof codeAppKeySchema>;

/** Shown once; the server keeps only hashes. */
const recoveryCodesSchema = v.looseObject({ recoveryCodes: v.array(v.string()) });

const passkeySchema = v.looseObject({
  id: v.string(),
  name: v.string(),
  /** ISO times. */
  madeAt: v.string(),
  usedAt: v.nullable(v.string()),
});
export type ListedPasskey = v.InferOutput<typeof passkeySchema>;

/** Of one account. */
export const MAX_PASSKEYS = 10;

/** Oldest first. */
const passkeysSchema = v.looseObject({ passkeys: v.array(passkeySchema) });

/** What the browser gives to its passkeys. A cookie binds the answer to the browser. */
const passkeyQuestionSchema = v.looseObject({ options: v.custom<object>(isJsonObject) });

/** What the sign-in of this browser can be ended with, besides a recovery code; null if none waits. */
const neededFactorSchema = v.looseObject({
  needed: v.nullable(v.looseObject({ hasCodeApp: v.boolean(), hasPasskey: v.boolean() })),
});
export type NeededFactor = NonNullable<v.InferOutput<typeof neededFactorSchema>['needed']>;

/** Until when the mailed link that deletes the account works, as an ISO time; null if none was asked for. */
const deletionSchema = v.looseObject({ endsAt: v.nullable(v.string()) });
export type AskedDeletion = v.InferOutput<typeof deletionSchema>;

/** Calls of a signed-in person about the own account. */
export const ACCOUNT_ROUTES = {
  /** Takes a proof of identity, which some calls need. */
  confirm: route('POST', '/account/confirm', v.looseObject({ isConfirmedUntil: v.string() })),
  /** Mails a link to a new address. Responds alike whether or not the address has an account. */
  sendAddressLink: route('POST', '/account/email', v.looseObject({})),
  readAddressLink: route('POST', '/account/email/link', mailedLinkSchema),
  changeAddress: route('POST', '/account/email/confirm', v.looseObject({})),
  /** Of a sign-in that waits for a second factor. */
  neededFactor: route('GET', '/account/second-factor', neededFactorSchema),
  /** Ends a sign-in that needs a second factor. */
  answerChallenge: route('POST', '/account/second-factor', v.looseObject({})),
  secondFactor: route('GET', '/account/totp', secondFactorSchema),
  /** Begins the set-up of a code app. */
  beginCodeApp: route(
    'POST',
    '/account/totp/enable',
    v.looseObject({ key: v.string(), address: v.string() }),
  ),
  /** Finishes the set-up with a first code, and ends all sessions but that of the call. */
  activateCodeApp: route('POST', '/account/totp/verify', recoveryCodesSchema),
  renewRecoveryCodes: route('POST', '/account/totp/recovery-codes', recoveryCodesSchema),
  /** Ends all sessions but that of the call. */
  removeCodeApp: route('POST', '/account/totp/disable', v.looseObject({})),
  passkeys: route('GET', '/account/passkeys', passkeysSchema),
  /** Begins to add a passkey. */
  beginPasskey: route('POST', '/account/passkeys/begin', passkeyQuestionSchema),
  /** Ends all sessions but that of the call. With the first second factor come recovery codes. */
  addPasskey: route('POST', '/account/passkeys', recoveryCodesSchema),
  /** Ends all sessions but that of the call. */
  removePasskey: route('DELETE', '/account/passkeys/{id}', passkeysSchema),
  /** Asks for a passkey. */
  askPasskey: route('POST', '/account/passkeys/ask', passkeyQuestionSchema),
  signInWithPasskey: route('POST', '/account/passkeys/sign-in', v.looseObject({})),
  /** Ends all sessions but that of the call. Not without a password or a passkey. */
  unlinkGoogle: route('DELETE', '/account/google', v.looseObject({})),
  /** Mails a link that deletes the account. */
  askDeletion: route('POST', '/account/delete', deletionSchema),
  deletion: route('GET', '/account/delete', deletionSchema),
  cancelDeletion: route('DELETE', '/account/delete', deletionSchema),
  readDeletionLink: route('POST', '/account/delete/link', mailedLinkSchema),
  /** Deletes the account that the mailed link names, even if another one is signed in. */
  confirmDeletion: route('POST', '/account/delete/confirm', v.looseObject({})),
  /** Whether an account was deleted, so that a device can remove what it holds of it. */
  wasDeleted: route('POST', '/account/delete/done', v.looseObject({ isDeleted: v.boolean() })),
  sessions: route('GET', '/account/sessions', accountSessionsSchema),
  endSession: route('DELETE', '/account/sessions/{id}', accountSessionsSchema),
  /** Ends all sessions but that of the call. */
  endOtherSessions: route('DELETE', '/account/sessions', accountSessionsSchema),
} as const;
