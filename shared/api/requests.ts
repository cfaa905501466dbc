import * as v from 'valibot';
import { STAFF_ROLES } from '#shared/access/actor.ts';
import { PAGES } from './pages.ts';

// Request bodies. Only the server validates them, so the app imports only types from here.

/** `POST /installations` */
export const installationRequestSchema = v.strictObject({
  fid: v.pipe(
    v.string(),
    v.regex(/^[A-Za-z0-9_-]{20,24}$/, 'An installation id has 20 to 24 letters or digits.'),
  ),
  appId: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  authVersion: v.pipe(v.string(), v.minLength(1), v.maxLength(20)),
  sdkVersion: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
});
export type InstallationRequest = v.InferOutput<typeof installationRequestSchema>;

const linkToken = v.pipe(v.string(), v.maxLength(100));

const password = v.pipe(v.string(), v.maxLength(1000));

/** `POST /account/verify/link`, `/account/reset/link`, `/account/email/link`, `/account/email/confirm`, `/account/delete/link` and `/account/delete/confirm` */
export const readLinkSchema = v.strictObject({ token: linkToken });

/** `POST /account/delete/done` */
export const wasDeletedSchema = v.strictObject({ account: v.pipe(v.string(), v.maxLength(100)) });

/** `POST /account/verify`: with a new password, unless the browser is the one that signed up. */
export const verifyRequestSchema = v.strictObject({
  token: linkToken,
  password: v.optional(password),
});

/** `POST /account/verify/send` and `/account/reset` */
export const sendLinkSchema = v.strictObject({
  email: v.pipe(
    v.string(),
    v.maxLength(320),
    // PostgreSQL has no text with it.
    v.check((email) => !email.includes('\0'), 'The character U+0000 is not allowed.'),
  ),
});

/** `POST /account/reset/confirm` */
export const resetPasswordSchema = v.strictObject({ token: linkToken, password });

/** `POST /account/password` */
export const changePasswordSchema = v.strictObject({ current: password, password });

/** `POST /access-code`, at every keystroke: the field's current text. */
export const accessCodeRequestSchema = v.strictObject({ code: v.pipe(v.string(), v.maxLength(500)) });

/** `PUT /device-name`: an empty name removes it. */
export const deviceNameRequestSchema = v.strictObject({ name: v.pipe(v.string(), v.maxLength(60)) });

/** `POST /checkout/sessions` */
export const checkoutRequestSchema = v.strictObject({
  lines: v.pipe(
    v.array(
      v.strictObject({
        price: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
        quantity: v.pipe(
          v.number(),
          v.integer(),
          v.minValue(1, 'A quantity is at least 1.'),
          v.maxValue(10, 'A quantity is at most 10.'),
        ),
      }),
    ),
    v.minLength(1, 'There is nothing to pay for.'),
    v.maxLength(100),
  ),
});

/** `POST /{endpoint}/{collection}/{id}/restore`: the key of the history entry to restore. */
export const restoreRequestSchema = v.strictObject({
  at: v.pipe(
    v.string(),
    v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'A time such as 2026-03-02T09:00:00.000Z is needed.'),
    v.check((text) => !Number.isNaN(Date.parse(text)), 'This day or time does not exist.'),
  ),
});

/** `PUT /admin/access-code`: the new code for the purchase-order pages. */
export const changeAccessCodeSchema = v.strictObject({
  code: v.pipe(
    v.string(),
    v.minLength(4, 'An access code has at least 4 characters.'),
    v.maxLength(100, 'An access code has at most 100 characters.'),
    v.regex(/^\S(?:.*\S)?$/u, 'An access code is one line and neither begins nor ends with a space.'),
  ),
});

const emailSchema = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(320),
  v.email('This is no email address.'),
);

/** `POST /admin/staff` */
export const grantStaffSchema = v.strictObject({
  email: emailSchema,
  role: v.optional(v.picklist(STAFF_ROLES, 'A role is staff or manager.'), 'staff'),
});

/** Of the code app, or a recovery code. */
const code = v.pipe(v.string(), v.maxLength(40));

const base64url = (maxLength: number) => v.pipe(v.string(), v.maxLength(maxLength), v.regex(/^[\w-]*$/));
/** A credential's id has 1023 bytes at most. */
const credentialId = v.pipe(base64url(1364), v.minLength(1));
const credential = { id: credentialId, rawId: credentialId, type: v.literal('public-key') } as const;

// Not strict: browsers add fields.
/** What a browser makes of a passkey that signs. */
const passkeyAnswerSchema = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: base64url(2048),
    authenticatorData: base64url(2048),
    signature: base64url(2048),
    userHandle: v.optional(base64url(100)),
  }),
});
export type PasskeyAnswer = v.InferOutput<typeof passkeyAnswerSchema>;

/** What a browser makes of a new passkey. */
const passkeyAttestationSchema = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: base64url(2048),
    attestationObject: base64url(8192),
    transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z-]{1,20}$/))), v.maxLength(10))),
  }),
});
export type PasskeyAttestation = v.InferOutput<typeof passkeyAttestationSchema>;

const passkeyProof = v.strictObject({ passkey: passkeyAnswerSchema });

/** `POST /account/passkeys`. Without a name it is called after the browser. */
export const addPasskeySchema = v.strictObject({
  passkey: passkeyAttestationSchema,
  name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(60, 'A name has at most 60 characters.')), ''),
});

/** `POST /account/passkeys/ask` */
export const askPasskeySchema = v.strictObject({
  purpose: v.picklist(['sign-in', 'second-factor', 'confirmation']),
});

/** `POST /account/passkeys/sign-in` */
export const passkeySignInSchema = passkeyProof;

/** `POST /account/confirm` */
export const confirmRequestSchema = v.union([
  v.strictObject({ password }),
  v.strictObject({ code }),
  passkeyProof,
]);

/** `POST /account/second-factor` */
export const secondFactorRequestSchema = v.union([v.strictObject({ code }), passkeyProof]);

/** `POST /account/totp/verify` */
export const codeRequestSchema = v.strictObject({ code });

/** An address: `POST /account/email`, `POST /admin/staff/revoke` and below `/admin/accounts`. */
export const accountRequestSchema = v.strictObject({ email: emailSchema });

/** `POST /admin/accounts/end-all-sessions`. The field is there so that an empty call ends none. */
export const endAllSessionsSchema = v.strictObject({ of: v.literal('everybody') });

/** `POST /analytics/views`: an anonymous page view by a visitor who agreed to be counted. */
export const pageViewSchema = v.strictObject({
  measurementId: v.string(),
  /** A pattern, without any document id. */
  page: v.picklist(PAGES),
});
export type PageView = v.InferOutput<typeof pageViewSchema>;
