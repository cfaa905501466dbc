import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { ENDPOINTS, type RawEndpoint } from '#shared/api/endpoints.ts';
import type { Log } from '#server/log.ts';
import type { AppEnv } from './app-env.ts';
import type { AddressReader } from './client-address.ts';

/** Who made a request and from where, as the log names it. */
export interface CallerFacts {
  readonly requestId: string;
  /** Network address. */
  readonly from: string | undefined;
  readonly isAdmin?: true;
  /** See `SecurityLog.idOf`. */
  readonly device?: string;
  readonly account?: string;
  /** Account that the request names, signed in or not. */
  readonly namedAccount?: string;
}

export interface SecurityLog {
  callerOf(c: Context<AppEnv>): CallerFacts;
  /** Logs a security event of this request. @param facts without secrets and personal data */
  note(c: Context<AppEnv>, event: string, facts?: object): void;
  /** The same for a refused attempt. */
  warn(c: Context<AppEnv>, event: string, facts?: object): void;
  /**
   * Names a device by its fid or an account by its address, in lower case, without revealing it: 12 hex digits, always
   * the same. `docs/operations.md` says how an operator computes it.
   */
  idOf(text: string): string;
}

interface SecurityLogParts {
  readonly log: Log;
  readonly secret: string;
  readonly addressOf: AddressReader;
}

export function createSecurityLog({ log, secret, addressOf }: SecurityLogParts): SecurityLog {
  const idOf = (text: string) =>
    createHmac('sha256', secret).update(`log ${text}`).digest('hex').slice(0, 12);

  function callerOf(c: Context<AppEnv>): CallerFacts {
    const { isAdmin, fid, email } = c.get('actor') ?? {};
    const device = fid ?? c.get('triedDevice');
    const tried = c.get('namedAccount');
    return {
      requestId: c.get('requestId'),
      from: addressOf(c),
      ...(isAdmin ? { isAdmin } : {}),
      ...(device === undefined ? {} : { device: idOf(device) }),
      // The admin's address is no account.
      ...(isAdmin || email === undefined ? {} : { account: idOf(email) }),
      ...(tried === undefined ? {} : { namedAccount: idOf(tried) }),
    };
  }

  return {
    callerOf,
    idOf,
    note: (c, event, facts) => log.info({ event, ...callerOf(c), ...facts }, event),
    warn: (c, event, facts) => log.warn({ event, ...callerOf(c), ...facts }, event),
  };
}

/** Calls that are logged when they succeed, with their path's arguments. */
const EVENTS = new Map<RawEndpoint, string>([
  [ENDPOINTS.changeAccessCode, 'access code changed'],
  [ENDPOINTS.grantStaff, 'staff granted'],
  [ENDPOINTS.revokeStaff, 'staff revoked'],
  [ENDPOINTS.disableAccount, 'account disabled'],
  [ENDPOINTS.enableAccount, 'account enabled'],
  [ENDPOINTS.endSession, 'session ended'],
  [ENDPOINTS.endOtherSessions, 'other sessions ended'],
  [ENDPOINTS.endSessionsOf, 'sessions of an account ended'],
  [ENDPOINTS.endAllSessions, 'all sessions ended'],
  [ENDPOINTS.ownData, 'own data downloaded'],
  [ENDPOINTS.askDeletion, 'deletion asked for'],
  [ENDPOINTS.cancelDeletion, 'deletion cancelled'],
  [ENDPOINTS.confirm, 'identity confirmed'],
  [ENDPOINTS.activateCodeApp, 'code app added'],
  [ENDPOINTS.renewRecoveryCodes, 'recovery codes renewed'],
  [ENDPOINTS.removeCodeApp, 'code app removed'],
  [ENDPOINTS.addPasskey, 'passkey added'],
  [ENDPOINTS.removePasskey, 'passkey removed'],
  [ENDPOINTS.unlinkGoogle, 'sign-in with Google removed'],
  [ENDPOINTS.removeSecondFactor, 'second factor of an account removed'],
  [ENDPOINTS.askRefund, 'refund asked for'],
  [ENDPOINTS.makePrice, 'new price asked for'],
  [ENDPOINTS.settleReview, 'payment review settled'],
  [ENDPOINTS.blockDevice, 'device blocked'],
  [ENDPOINTS.unblockDevice, 'device unblocked'],
  [ENDPOINTS.createBackup, 'backup made'],
  [ENDPOINTS.backup, 'backup downloaded'],
  [ENDPOINTS.deleteBackup, 'backup deleted'],
  [ENDPOINTS.export, 'collection exported'],
  [ENDPOINTS.restore, 'document restored'],
  [ENDPOINTS.deleteFile, 'file deleted'],
]);

/** Logs a successful call, if it is a security event. */
export function noteCall(log: SecurityLog, c: Context<AppEnv>, endpoint: RawEndpoint, body: unknown): void {
  const event = EVENTS.get(endpoint);
  if (event === undefined) return;
  const { fid, ...params } = c.req.param() as Readonly<Record<string, string>>;
  const { email, role } = (body ?? {}) as { readonly email?: unknown; readonly role?: unknown };
  log.note(c, event, {
    ...params,
    ...(fid === undefined ? {} : { subject: log.idOf(fid) }),
    ...(typeof email === 'string' ? { subject: log.idOf(email) } : {}),
    ...(typeof role === 'string' ? { role } : {}),
  });
}
