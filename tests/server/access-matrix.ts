/** Who calls, in the order of every row below. The document in question is Ada's. */
export const ACTORS = [
  'anonymous',
  'ada',
  'other',
  'account',
  'staff',
  'admin',
  'expired',
  // With the access code: Ada, another device, and another device with Ada's token of it.
  'holder',
  'other holder',
  'copied code',
] as const;
export type ActorName = (typeof ACTORS)[number];

/**
 * What each of them may do with Ada's document of a collection: `r`ead it, `c`reate others, `w`rite it; `-` nothing.
 */
export const RIGHTS: Readonly<Record<string, string>> = {
  products: 'r r r r rcw rcw - r r -',
  templates: 'r r r r rcw rcw - r r -',
  checkouts: '- rcw c c c rcw - rcw c -',
  profiles: '- rcw c c c rcw - rcw c -',
  contacts: '- rcw c c rcw rcw - rcw c -',
  ukraines: '- - - - r rcw - rcw c -',
  free: '- - - - rcw rcw - - - -',
};

/** Readable by all, its history by staff alone. */
export const PUBLIC = ['products', 'templates'];

/** What a call on Ada's document answers: to those with the right, and to the others. */
export interface DocumentCall {
  readonly right: 'r' | 'c' | 'w';
  readonly granted: string;
  readonly denied: string;
  /** What those are told who can't even read it, where that differs. */
  readonly unseen?: string;
}

const DATA = '/api/v1/testing/data';

/** Every call that names a collection. `shown` and `hidden`: whether Ada's document is in an answer of 200. */
export const DOCUMENT_CALLS: Readonly<Record<string, DocumentCall>> = {
  [`GET ${DATA}/:collection/pull`]: { right: 'r', granted: 'shown', denied: 'hidden' },
  [`GET ${DATA}/:collection/checksum`]: { right: 'r', granted: 'counted', denied: 'not counted' },
  [`POST ${DATA}/:collection/push`]: { right: 'w', granted: 'accepted', denied: 'permission-denied' },
  [`GET ${DATA}/:collection`]: { right: 'r', granted: 'shown', denied: 'hidden' },
  [`POST ${DATA}/:collection`]: { right: 'c', granted: '201', denied: '403' },
  [`GET ${DATA}/:collection/:id`]: { right: 'r', granted: 'shown', denied: '404' },
  [`PUT ${DATA}/:collection/:id`]: { right: 'w', granted: 'shown', denied: '403' },
  [`PATCH ${DATA}/:collection/:id`]: { right: 'w', granted: 'shown', denied: '403', unseen: '404' },
  [`DELETE ${DATA}/:collection/:id`]: { right: 'w', granted: 'shown', denied: '403', unseen: '404' },
  [`GET ${DATA}/:collection/:id/history`]: { right: 'r', granted: 'shown', denied: '404' },
  [`POST ${DATA}/:collection/:id/restore`]: { right: 'w', granted: 'shown', denied: '403', unseen: '404' },
};

/** Calls for staff and admins alone that name a collection, whatever its rights; these add up with the door's. */
export const ADMIN_CALLS: Readonly<Record<string, DocumentCall>> = {
  'GET /api/v1/admin/export/:collection': { right: 'r', granted: 'shown', denied: 'hidden' },
};

/** Every other call: its body, and what each actor is answered. */
export interface PlainCall {
  readonly path?: string;
  readonly json?: unknown;
  readonly answers: string;
}

const all = (status: string) => ACTORS.map(() => status).join(' ');
const EVERYBODY = all('200');
const EVERYBODY_IN = '200 200 200 200 200 200 401 200 200 403';
const MALFORMED = all('400');
const STAFF_MALFORMED = '401 401 401 401 400 400 401 401 401 403';
/** What concerns the installation itself. */
const ADMIN_ALONE = '401 401 401 401 401 200 401 401 401 403';
const ADMIN_ALONE_MALFORMED = '401 401 401 401 401 400 401 401 401 403';
const MISSING = all('404');
/** Only the payment library itself holds the simulator's key. */
const NO_KEY = all('401');
const toStaff = (status: string) => `401 401 401 401 ${status} ${status} 401 401 401 403`;
const JOB = '/api/v1/admin/jobs/none';
const UPLOAD = '/api/v1/admin/uploads/none';

export const PLAIN_CALLS: Readonly<Record<string, PlainCall>> = {
  'GET /api/v1/health': { answers: EVERYBODY },
  'GET /api/v1/config': { answers: EVERYBODY },
  'GET /api/v1/session': { answers: EVERYBODY },
  'GET /api/v1/analytics/apps/:appId/webConfig': {
    path: '/api/v1/analytics/apps/nankeen-store/webConfig',
    answers: all('403'),
  },
  'POST /api/v1/analytics/views': { json: {}, answers: MALFORMED },
  'POST /api/v1/installations': { json: {}, answers: MALFORMED },
  'POST /api/v1/installations/:fid/:action{authTokens:generate}': {
    path: '/api/v1/installations/abcdefghijklmnopqrst/authTokens:generate',
    json: {},
    answers: MISSING,
  },
  'ALL /api/v1/auth/*': { path: '/api/v1/auth/delete-user', answers: MISSING },
  'POST /api/v1/webhooks/stripe': { json: {}, answers: MALFORMED },
  'POST /api/v1/claim': { json: {}, answers: '401 401 401 200 401 401 401 401 401 403' },
  'POST /api/v1/access-code': {
    json: { code: 'a guess' },
    answers: '401 200 200 200 401 401 401 200 200 403',
  },
  'GET /api/v1/admin/collections/:collection/fields': {
    path: '/api/v1/admin/collections/notes/fields',
    answers: toStaff('200'),
  },
  'POST /api/v1/admin/plans': { json: {}, answers: toStaff('400') },
  'POST /api/v1/admin/jobs': { json: {}, answers: toStaff('400') },
  'GET /api/v1/admin/jobs': { answers: toStaff('200') },
  'GET /api/v1/admin/jobs/:id': { path: JOB, answers: toStaff('404') },
  'POST /api/v1/admin/jobs/:id/cancel': { path: `${JOB}/cancel`, answers: toStaff('404') },
  'POST /api/v1/admin/jobs/:id/resume': { path: `${JOB}/resume`, answers: toStaff('404') },
  'GET /api/v1/admin/jobs/:id/rejects': { path: `${JOB}/rejects`, answers: toStaff('404') },
  'POST /api/v1/admin/uploads/documents': { json: {}, answers: toStaff('400') },
  'GET /api/v1/admin/uploads/:id/progress': { path: `${UPLOAD}/progress`, answers: toStaff('404') },
  'POST /api/v1/admin/uploads': { answers: toStaff('412') },
  'ALL /api/v1/admin/uploads/:id': { path: UPLOAD, answers: toStaff('404') },
  'GET /api/v1/admin/collections/:collection': {
    path: '/api/v1/admin/collections/none',
    answers: toStaff('404'),
  },
  'GET /api/v1/admin/collection-names': { answers: toStaff('200') },
  'GET /api/v1/admin/collections': { answers: '401 401 401 401 200 200 401 401 401 403' },
  'PUT /api/v1/admin/access-code': { json: {}, answers: ADMIN_ALONE_MALFORMED },
  'GET /api/v1/admin/migrations': { answers: '401 401 401 401 200 200 401 401 401 403' },
  'POST /api/v1/admin/migrations': { json: {}, answers: STAFF_MALFORMED },
  'POST /api/v1/admin/migrations/lock': { json: {}, answers: STAFF_MALFORMED },
  'POST /api/v1/admin/migrations/unlock': { json: { token: 1 }, answers: STAFF_MALFORMED },
  'POST /api/v1/admin/migrations/:id': {
    path: '/api/v1/admin/migrations/none',
    json: {},
    answers: STAFF_MALFORMED,
  },
  'GET /api/v1/admin/backups': { answers: ADMIN_ALONE },
  'POST /api/v1/admin/backups': { answers: ADMIN_ALONE },
  'DELETE /api/v1/admin/backups/:name': {
    path: '/api/v1/admin/backups/none',
    answers: '401 401 401 401 401 404 401 401 401 403',
  },
  'GET /api/v1/admin/backups/:name': {
    path: '/api/v1/admin/backups/none',
    answers: '401 401 401 401 401 404 401 401 401 403',
  },
  'GET /api/v1/admin/staff': { answers: ADMIN_ALONE },
  'POST /api/v1/admin/staff': { json: {}, answers: ADMIN_ALONE_MALFORMED },
  'POST /api/v1/admin/staff/revoke': { json: {}, answers: ADMIN_ALONE_MALFORMED },
  'GET /api/v1/admin/rejections': { answers: ADMIN_ALONE },
  'GET /api/v1/admin/rejections/content': { answers: '401 401 401 401 401 404 401 401 401 403' },
  'GET /api/v1/admin/devices': { answers: ADMIN_ALONE },
  'POST /api/v1/admin/devices/:fid/block': {
    path: '/api/v1/admin/devices/abcdefghijklmnopqrst/block',
    answers: '401 401 401 401 401 200 401 401 401 403',
  },
  'DELETE /api/v1/admin/devices/:fid/block': {
    path: '/api/v1/admin/devices/abcdefghijklmnopqrst/block',
    answers: '401 401 401 401 401 200 401 401 401 403',
  },
  'POST /api/v1/checkout/sessions': { json: {}, answers: '400 400 400 400 400 400 401 400 400 403' },
  'GET /api/v1/checkout/sessions/:id': {
    path: '/api/v1/checkout/sessions/cs_test_none',
    answers: EVERYBODY_IN,
  },
  [`GET ${DATA}/stream`]: { answers: EVERYBODY_IN },
  [`GET ${DATA}/changes`]: { answers: EVERYBODY_IN },
  'GET /metrics': { answers: '401 401 401 401 401 200 401 401 401 401' },
  'GET /v1/products/:id': { path: '/v1/products/prod_1', answers: NO_KEY },
  'GET /v1/prices/:id': { path: '/v1/prices/price_1', answers: NO_KEY },
  'GET /v1/payment_links': { answers: NO_KEY },
  'GET /v1/payment_links/:id/line_items': { path: '/v1/payment_links/plink_1/line_items', answers: NO_KEY },
  'POST /v1/checkout/sessions': { answers: NO_KEY },
  'GET /v1/checkout/sessions': { answers: NO_KEY },
  'GET /v1/checkout/sessions/:id': { path: '/v1/checkout/sessions/cs_1', answers: NO_KEY },
  'GET /v1/checkout/sessions/:id/line_items': {
    path: '/v1/checkout/sessions/cs_1/line_items',
    answers: NO_KEY,
  },
  'POST /v1/checkout/sessions/:id/expire': { path: '/v1/checkout/sessions/cs_1/expire', answers: NO_KEY },
  'GET /test-payment/style.css': { answers: EVERYBODY },
  'GET /test-payment/archivo.woff2': { answers: EVERYBODY },
  'GET /robots.txt': { answers: EVERYBODY },
  'GET /sitemap.xml': { answers: EVERYBODY },
  'GET /test-payment/links/:id': { path: '/test-payment/links/none', answers: MISSING },
  'GET /test-payment/:id': { path: '/test-payment/none', answers: MISSING },
  'POST /test-payment/:id/pay': { path: '/test-payment/none/pay', answers: MISSING },
  'POST /test-payment/:id/cancel': { path: '/test-payment/none/cancel', answers: MISSING },
  'GET /*': { path: '/assets/none.js', answers: MISSING },
};

/** What stands before calls of others, and answers nothing by itself. */
export const MIDDLEWARE: readonly string[] = [
  'ALL /*',
  'ALL /api/v1/*',
  'ALL /api/v1/admin/*',
  'ALL /api/v1/testing/data/*',
  'ALL /v1/*',
  'ALL /test-payment/*',
];

/** A row as a list by actor. */
export function toCells(row: string): readonly (readonly [ActorName, string])[] {
  const cells = row.split(' ');
  return ACTORS.map((actor, index) => [actor, cells[index] ?? '']);
}

/** What a call on Ada's document must answer to this actor. */
export function toExpected(call: string, collection: string, actor: ActorName): string {
  if (actor === 'expired') return '401';
  if (actor === 'copied code') return '403';
  const { right, granted, denied, unseen } = { ...ADMIN_CALLS, ...DOCUMENT_CALLS }[call] as DocumentCall;
  const isBehindDoor = call in ADMIN_CALLS;
  const isPrivileged = actor === 'staff' || actor === 'admin';
  if (isBehindDoor && !isPrivileged) return '401';
  const rights = toCells(RIGHTS[collection] ?? '').find(([name]) => name === actor)?.[1] ?? '';
  const isHistory = call.endsWith('/history');
  if (isHistory && PUBLIC.includes(collection) && !isPrivileged) return denied;
  if (rights.includes(right)) return granted;
  return rights.includes('r') ? denied : (unseen ?? denied);
}
