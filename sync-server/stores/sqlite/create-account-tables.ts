import type { Database } from 'better-sqlite3';
import { createSqliteAccountTables } from './account-tables.ts';
import { createSqliteDeviceNames } from './device-names.ts';
import { createSqlitePageViews } from './page-view-table.ts';
import { createSqliteStaffGrants } from './staff-grants.ts';

/** The identity provider's tables, as its own migrations create them. */
const PROVIDER_TABLES = `
CREATE TABLE IF NOT EXISTS "user" (
  "id" text not null primary key, "name" text not null, "email" text not null unique,
  "emailVerified" integer not null, "image" text, "createdAt" date not null, "updatedAt" date not null,
  "emailVerifiedAt" bigint
);
CREATE TABLE IF NOT EXISTS "session" (
  "id" text not null primary key, "expiresAt" date not null, "token" text not null unique, "createdAt" date not null,
  "updatedAt" date not null, "ipAddress" text, "userAgent" text,
  "userId" text not null references "user" ("id") on delete cascade, "emailVerifiedAt" bigint, "beganAt" bigint,
  "usedAt" bigint, "confirmedAt" bigint, "secondFactorAt" bigint
);
CREATE TABLE IF NOT EXISTS "account" (
  "id" text not null primary key, "accountId" text not null, "providerId" text not null,
  "userId" text not null references "user" ("id") on delete cascade, "accessToken" text, "refreshToken" text,
  "idToken" text, "accessTokenExpiresAt" date, "refreshTokenExpiresAt" date, "scope" text, "password" text,
  "createdAt" date not null, "updatedAt" date not null
);
CREATE TABLE IF NOT EXISTS "verification" (
  "id" text not null primary key, "identifier" text not null, "value" text not null, "expiresAt" date not null,
  "createdAt" date not null, "updatedAt" date not null
);
CREATE INDEX IF NOT EXISTS "session_userId_idx" on "session" ("userId");
CREATE INDEX IF NOT EXISTS "account_userId_idx" on "account" ("userId");
CREATE INDEX IF NOT EXISTS "verification_identifier_idx" on "verification" ("identifier");`;

/** Creates what an accounts file lacks of the tables that a server makes in it. */
export function createAccountTables(database: Database): void {
  database.exec(PROVIDER_TABLES);
  createSqliteAccountTables(database);
  createSqliteStaffGrants(database);
  createSqliteDeviceNames(database);
  createSqlitePageViews(database);
}
