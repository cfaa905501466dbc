import { Hono, type Context } from 'hono';
import { staffRequestSchema, type StaffList, type StaffMember } from '#shared/api/administration.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { utcIso, type Clock } from '#shared/kernel/clock.ts';
import type { StaffGrants } from '#server/accounts/staff-grants.ts';
import type { AppEnv } from './app-env.ts';
import { readJson } from './read-body.ts';
import { requireAdmin } from './require-admin.ts';

export interface StaffRoutesParts {
  readonly grants: StaffGrants;
  readonly production: boolean;
  /** Lower case. */
  readonly staffEmails: readonly string[];
  /** `undefined`: there is no account with this address. */
  readonly isVerified: (email: string) => boolean | undefined;
  readonly clock: Clock;
}

const MAX_BYTES = 2048;

/** Who is staff: of the settings, and by command; a change counts from the next request on. */
export function staffRoutes(parts: StaffRoutesParts): Hono<AppEnv> {
  const { grants, staffEmails, clock } = parts;
  const readEmail = async (c: Context<AppEnv>) => (await readJson(c, staffRequestSchema, MAX_BYTES)).email;
  return new Hono<AppEnv>()
    .get('/admin/staff', requireAdmin, (c) => c.json(toList(parts)))
    .post('/admin/staff', requireAdmin, async (c) => {
      const email = await readEmail(c);
      grants.grant({ email, at: clock.now(), by: c.get('actor').email ?? 'admin' });
      return c.json(toList(parts));
    })
    .post('/admin/staff/revoke', requireAdmin, async (c) => {
      const email = await readEmail(c);
      const isRevoked = grants.revoke(email);
      if (staffEmails.includes(email)) throw isOfTheSettings(email);
      if (!isRevoked)
        throw new AppError('not-found', `${email} was not granted, so there is nothing to revoke.`);
      return c.json(toList(parts));
    });
}

function toList({ grants, production, staffEmails, isVerified }: StaffRoutesParts): StaffList {
  const toAccount = (email: string): StaffMember['account'] => {
    const found = isVerified(email);
    return found === undefined ? 'none' : found ? 'verified' : 'unverified';
  };
  const named = staffEmails.map((email) => ({
    email,
    source: 'settings' as const,
    grantedAt: null,
    grantedBy: null,
    account: toAccount(email),
  }));
  const granted = grants.list().map(({ email, at, by }) => ({
    email,
    source: 'granted' as const,
    grantedAt: utcIso(at),
    grantedBy: by,
    account: toAccount(email),
  }));
  const staff = [...named, ...granted].toSorted((a, b) => (a.email < b.email ? -1 : 1));
  return { isEverybodyStaff: !production, staff };
}

function isOfTheSettings(email: string): AppError {
  const message =
    `${email} is named in the setting STAFF_EMAILS, which no command changes, and so is staff still. ` +
    'Take the address out there and restart the server.';
  return new AppError('failed-precondition', message, { reason: 'STAFF_IS_SET' });
}
