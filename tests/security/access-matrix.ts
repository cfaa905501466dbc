import { ENDPOINTS, type RawEndpoint } from '#shared/api/endpoints.ts';
import { toHonoPath } from '#server/http/api-router.ts';
import type { PlainCall } from './plain-calls.ts';

/** Callers, in the column order of every row below. The document in question is Ada's. */
export const ACTORS = [
  'anonymous',
  'ada',
  'other',
  'account',
  'staff',
  'admin',
  'expired',
  // With an access code token: Ada, another device, and another device with Ada's token.
  'holder',
  'other holder',
  'copied code',
] as const;
export type ActorName = (typeof ACTORS)[number];

/**
 * More callers: each gets what the actor on the right gets, unless the call says otherwise. The last two are Sam's browser, who is staff: its reads are
 * Sam's, and the server rejects its writes.
 */
export const ALIKE = {
  manager: 'staff',
  // Tokens that are none: signed with another secret, of another kind, or wrong.
  'forged token': 'expired',
  'refresh token': 'expired',
  'code token': 'expired',
  'session token': 'expired',
  'wrong admin token': 'expired',
  // Refused at every endpoint that identifies its caller.
  'blocked device': 'copied code',
  // Signed in, with a grant that was revoked since, or one for an address that is not verified.
  'former staff': 'account',
  'unverified staff': 'account',
  // With the cookies of a session that has ended.
  'signed out': 'anonymous',
  'no csrf token': 'staff',
  'foreign page': 'staff',
} as const satisfies Readonly<Record<string, ActorName>>;
export type CallerName = ActorName | keyof typeof ALIKE;
export const CALLERS = [...ACTORS, ...Object.keys(ALIKE)] as readonly CallerName[];

/** Sends Sam's cookies without a proof that one of our pages made the call. */
const UNPROVEN: ReadonlySet<CallerName> = new Set(['no csrf token', 'foreign page']);

/**
 * What each of them may do with Ada's document of a collection: `r`ead it, `c`reate others, `w`rite it; `-` nothing.
 */
export const RIGHTS: Readonly<Record<string, string>> = {
  products: 'r r r r rcw rcw - r r -',
  templates: 'r r r r rcw rcw - r r -',
  // A caller may create one only under the id of its own device or account.
  checkouts: '- rw - - - rcw - rw - -',
  profiles: '- rw - - - rcw - rw - -',
  contacts: '- rcw c c rcw rcw - rcw c -',
  ukraines: '- - - - r rcw - rcw c -',
  orders: '- r - - rw rcw - r - -',
  inbox: '- - - - rcw rcw - - - -',
  free: '- - - - rcw rcw - - - -',
};

/** Staff may not delete their documents. */
const UNDELETABLE = new Set(['orders', 'inbox']);
/** Readable by everyone; only staff may read the history. */
export const PUBLIC = ['products', 'templates'];

/** The outcome of a call on Ada's document, with and without the right. */
export interface DocumentCall {
  readonly right: 'r' | 'c' | 'w';
  readonly granted: string;
  readonly denied: string;
  /** Outcome for actors that cannot read the document, if it differs from `denied`. */
  readonly unseen?: string;
}

export const DATA = '/api/v1/testing/data';

/** Every call that names a collection. `shown` and `hidden`: whether Ada's document is in a 200 response. */
export const DOCUMENT_CALLS: Readonly<Record<string, DocumentCall>> = {
  [`GET ${DATA}/:collection/pull`]: { right: 'r', granted: 'shown', denied: 'hidden' },
  [`GET ${DATA}/:collection/checksum`]: { right: 'r', granted: 'counted', denied: 'not counted' },
  [`POST ${toHonoPath(ENDPOINTS.push.path, 'testing/data')}`]: {
    right: 'w',
    granted: 'accepted',
    denied: 'permission-denied',
  },
  [`GET ${DATA}/:collection`]: { right: 'r', granted: 'shown', denied: 'hidden' },
  [`POST ${DATA}/:collection`]: { right: 'c', granted: '201', denied: '403' },
  [`GET ${DATA}/:collection/:id`]: { right: 'r', granted: 'shown', denied: '404' },
  [`PUT ${DATA}/:collection/:id`]: { right: 'w', granted: 'shown', denied: '403' },
  [`PATCH ${DATA}/:collection/:id`]: { right: 'w', granted: 'shown', denied: '403', unseen: '404' },
  [`DELETE ${DATA}/:collection/:id`]: { right: 'w', granted: 'shown', denied: '403', unseen: '404' },
  [`GET ${DATA}/:collection/:id/exists`]: { right: 'c', granted: 'hidden', denied: '403' },
  [`GET ${DATA}/:collection/:id/history`]: { right: 'r', granted: 'shown', denied: '404' },
  [`POST ${DATA}/:collection/:id/restore`]: { right: 'w', granted: 'shown', denied: '403', unseen: '404' },
};

/** Calls that name a collection and are reserved to staff and admins, in addition to the collection's rights. */
export const ADMIN_CALLS: Readonly<Record<string, DocumentCall>> = {
  'GET /api/v1/admin/export/:collection': { right: 'r', granted: 'shown', denied: 'hidden' },
  'GET /api/v1/admin/deleted/:collection': { right: 'r', granted: 'shown', denied: 'hidden' },
};

/** Middleware, which never responds on its own. */
export const MIDDLEWARE =
  '/* /api/v1/* /api/v1/admin/* /api/v1/sync/* /api/v1/testing/data/* /v1/* /test-payment/*'
    .split(' ')
    .map((path) => `ALL ${path}`);

/** Endpoints that skip identification, but check the proof themselves. */
const CHECKING = [
  '/auth/* /auth/sign-in/social /account/verify /account/verify/send /account/second-factor',
  '/account/passkeys/ask /account/passkeys/sign-in /account/password /account/reset',
  '/account/reset/confirm /account/delete/confirm',
].flatMap((paths) => paths.split(' '));

/** Endpoints that skip identification, so a write without proof is answered like any other. */
const OPEN: ReadonlySet<string> = new Set(
  Object.values(ENDPOINTS)
    .filter(({ right, path }) => right === 'open' && !CHECKING.includes(path))
    .map(({ method, path }: RawEndpoint) => `${method} ${toHonoPath(path, 'testing/data')}`),
);

/** The outcome if the server rejects the caller before it looks at the call. */
function toRefusal(call: string, caller: CallerName): '403' | undefined {
  const isProtected = call.includes(' /api/v1/') && !call.startsWith('GET ') && !OPEN.has(call);
  return UNPROVEN.has(caller) && isProtected ? '403' : undefined;
}

/** Whether the caller may read everything that staff may. */
export function readsAsStaff(caller: CallerName): boolean {
  return ['staff', 'admin'].includes(toActor(caller));
}

function toActor(caller: CallerName): ActorName {
  return caller in ALIKE ? ALIKE[caller as keyof typeof ALIKE] : (caller as ActorName);
}

const toCell = (row: string, actor: ActorName) => row.split(' ')[ACTORS.indexOf(actor)] ?? '';

/** Expected status of a plain call. */
export function toExpectedStatus(call: string, { statuses, except }: PlainCall, caller: CallerName): string {
  return except?.[caller] ?? toRefusal(call, caller) ?? toCell(statuses, toActor(caller));
}

/** Expected outcome of a call on Ada's document. */
export function toExpected(call: string, collection: string, caller: CallerName): string {
  const refusal = toRefusal(call, caller);
  if (refusal) return refusal;
  const actor = toActor(caller);
  if (actor === 'expired') return '401';
  if (actor === 'copied code') return '403';
  const { right, granted, denied, unseen } = { ...ADMIN_CALLS, ...DOCUMENT_CALLS }[call] as DocumentCall;
  const isAdminCall = call in ADMIN_CALLS;
  const isPrivileged = actor === 'staff' || actor === 'admin';
  if (isAdminCall && !isPrivileged) return '401';
  if (call.startsWith('DELETE') && UNDELETABLE.has(collection) && actor === 'staff') return '412';
  const rights = toCell(RIGHTS[collection] ?? '', actor);
  const isHistory = call.endsWith('/history');
  if (isHistory && PUBLIC.includes(collection) && !isPrivileged) return denied;
  if (rights.includes(right)) return granted;
  return rights.includes('r') ? denied : (unseen ?? denied);
}
