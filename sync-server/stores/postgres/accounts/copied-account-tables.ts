import type { CopiedRow, CopiedTable } from '../copied-tables.ts';

/**
 * Every table of the accounts file but those that a backup leaves out (`stores/sqlite/copied-accounts.ts`), in the order of
 * copying: rows come after those they refer to.
 */
export const COPIED_ACCOUNT_TABLES: readonly CopiedTable[] = [
  {
    name: 'user',
    isProviders: true,
    fields: ['id', 'email', 'name', 'createdAt', 'updatedAt', 'emailVerified', 'emailVerifiedAt', 'image'],
    toPostgres: withStorableName,
    toSqlite: toProvidersRow,
  },
  {
    name: 'account',
    isProviders: true,
    fields: [
      'id',
      'userId',
      'providerId',
      'accountId',
      'createdAt',
      'updatedAt',
      'accessToken',
      'refreshToken',
      'idToken',
      'accessTokenExpiresAt',
      'refreshTokenExpiresAt',
      'scope',
      'password',
    ],
    toSqlite: toProvidersRow,
  },
  { name: 'disabledAccount', fields: ['accountId', 'at', 'by'] },
  { name: 'deletedAccount', fields: ['accountId', 'link', 'at', 'addresses'] },
  { name: 'twoFactor', storedAs: 'code_app', fields: ['accountId', 'secret', 'pending', 'addedAt'] },
  {
    name: 'passkey',
    fields: [
      'credentialId',
      'accountId',
      'id',
      'name',
      'madeAt',
      'usedAt',
      'publicKey',
      'counter',
      'transports',
    ],
    toPostgres: (row) => ({
      ...withStorableName(row),
      publicKey: `\\x${(row['publicKey'] as Buffer).toString('hex')}`,
    }),
  },
  { name: 'usedTotpStep', fields: ['accountId', 'step'] },
  { name: 'recoveryCode', fields: ['accountId', 'hash'] },
  { name: 'staffGrant', fields: ['email', 'role', 'at', 'by'] },
  { name: 'deviceName', fields: ['fid', 'name'], toPostgres: withStorableName },
  { name: 'pageView', fields: ['day', 'page', 'count'] },
];

/** PostgreSQL has no text with U+0000. */
function withStorableName(row: CopiedRow): CopiedRow {
  return { ...row, name: String(row['name']).replaceAll('\0', '\ufffd') };
}

/** Times and booleans as the identity provider writes them in SQLite. PostgreSQL reads them so, too. */
function toProvidersRow(row: CopiedRow): CopiedRow {
  const toValue = (value: unknown) => {
    if (value instanceof Date) return value.toISOString();
    return typeof value === 'boolean' ? Number(value) : value;
  };
  return Object.fromEntries(Object.entries(row).map(([field, value]) => [field, toValue(value)]));
}
