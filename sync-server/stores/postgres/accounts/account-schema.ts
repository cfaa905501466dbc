/** Ordered and compared by bytes, as in SQLite. */
const NAME = `text COLLATE "C"`;

/**
 * Version 1 of the tables about persons. They have a schema of their own, which a restore of the shop's data leaves
 * unchanged. The first four are the identity provider's, as its own migrations would create them: so they are there
 * before it is loaded, and change like all others.
 */
export const ACCOUNT_TABLES = `
CREATE TABLE "user" (
  id text PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL UNIQUE,
  "emailVerified" boolean NOT NULL,
  image text,
  "createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "emailVerifiedAt" bigint
);
CREATE TABLE session (
  id text PRIMARY KEY,
  "expiresAt" timestamptz NOT NULL,
  token text NOT NULL UNIQUE,
  "createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz NOT NULL,
  "ipAddress" text,
  "userAgent" text,
  "userId" text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  "emailVerifiedAt" bigint,
  "beganAt" bigint,
  "usedAt" bigint,
  "confirmedAt" bigint,
  "secondFactorAt" bigint
);
CREATE INDEX "session_userId_idx" ON session ("userId");
CREATE TABLE account (
  id text PRIMARY KEY,
  "accountId" text NOT NULL,
  "providerId" text NOT NULL,
  "userId" text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope text,
  password text,
  "createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz NOT NULL
);
CREATE INDEX "account_userId_idx" ON account ("userId");
CREATE TABLE verification (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  "expiresAt" timestamptz NOT NULL,
  "createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX verification_identifier_idx ON verification (identifier);

CREATE TABLE meta (key text PRIMARY KEY, value text NOT NULL);
CREATE TABLE mailed_link (
  account_id ${NAME} NOT NULL,
  purpose text NOT NULL,
  hash ${NAME} NOT NULL UNIQUE,
  email text NOT NULL,
  browser text,
  ends_at bigint NOT NULL,
  used_at bigint,
  PRIMARY KEY (account_id, purpose)
);
CREATE TABLE disabled_account (account_id ${NAME} PRIMARY KEY, at bigint NOT NULL, "by" text NOT NULL);
CREATE TABLE deleted_account (
  account_id ${NAME} PRIMARY KEY,
  link ${NAME} NOT NULL UNIQUE,
  at bigint NOT NULL,
  -- JSON; NULL once everything of the person is erased.
  addresses text
);
CREATE TABLE code_app (account_id ${NAME} PRIMARY KEY, secret text, pending text, added_at bigint);
CREATE TABLE passkey (
  credential_id ${NAME} PRIMARY KEY,
  account_id ${NAME} NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text NOT NULL,
  id ${NAME} NOT NULL,
  name text NOT NULL,
  made_at bigint NOT NULL,
  used_at bigint
);
CREATE INDEX passkey_of_account ON passkey (account_id);
CREATE TABLE used_totp_step (account_id ${NAME}, step bigint, PRIMARY KEY (account_id, step));
CREATE TABLE recovery_code (account_id ${NAME}, hash ${NAME}, PRIMARY KEY (account_id, hash));
CREATE TABLE sign_in_challenge (
  hash ${NAME} PRIMARY KEY,
  account_id ${NAME} NOT NULL,
  verified_at bigint,
  ends_at bigint NOT NULL
);
CREATE TABLE passkey_challenge (
  hash ${NAME} PRIMARY KEY,
  purpose text NOT NULL,
  account_id ${NAME},
  challenge text NOT NULL,
  ends_at bigint NOT NULL
);
CREATE TABLE staff_grant (email ${NAME} PRIMARY KEY, role text NOT NULL, at bigint NOT NULL, "by" text NOT NULL);
CREATE TABLE attempt (key ${NAME} PRIMARY KEY, count bigint NOT NULL, ends_at bigint NOT NULL);
CREATE INDEX attempt_by_end ON attempt (ends_at);
CREATE TABLE device_name (fid ${NAME} PRIMARY KEY, name text NOT NULL);
CREATE TABLE page_view (day ${NAME}, page ${NAME}, count bigint NOT NULL, PRIMARY KEY (day, page));
`;
