import { ACTORS, DATA, type CallerName } from './access-matrix.ts';

/** Any other call, with its body and the status each actor gets. */
export interface PlainCall {
  readonly path?: string;
  /** `{caller}` in it is replaced by the caller's name. */
  readonly json?: unknown;
  readonly statuses: string;
  /** Callers whose status isn't that of the caller they are treated like. */
  readonly except?: Partial<Readonly<Record<CallerName, string>>>;
}

const all = (status: string) => ACTORS.map(() => status).join(' ');
const EVERYONE = all('200');
/** Everyone but callers with an invalid token. */
const ALL_IDENTIFIED = '200 200 200 200 200 200 401 200 200 403';
const MALFORMED = all('400');
const STAFF_MALFORMED = '401 401 401 401 400 400 401 401 401 403';
/** Administration of the installation. */
const ADMIN_ONLY = '401 401 401 401 401 200 401 401 401 403';
/** Management of accounts and devices. */
const toManager = (status: string) => ({
  statuses: `401 401 401 401 403 ${status} 401 401 401 403`,
  except: { manager: status },
});
/** Signed-in callers. */
const toAccount = (status: string) => `401 401 401 ${status} ${status} 401 401 401 401 403`;
const ADMIN_ONLY_MALFORMED = '401 401 401 401 401 400 401 401 401 403';
const MISSING = all('404');
/** Only pages of the shop may make the call, and only browsers' cookies come from pages. */
const FOREIGN = '403 403 403 400 400 403 403 403 403 403';
/** Only the server's payment library has the simulator's key. */
const NO_KEY = all('401');
const toStaff = (status: string) => `401 401 401 401 ${status} ${status} 401 401 401 403`;
const JOB = '/api/v1/admin/jobs/none';
const ORDER = '/api/v1/admin/orders/none';
const PASSKEYS = '/api/v1/account/passkeys';
const SESSION = '/v1/checkout/sessions/cs_1';
const UPLOAD = '/api/v1/admin/uploads/none';
/** The bucket of the products' pictures, which staff fill. */
const BUCKET = '/api/v1/storage/product-pictures';
const toBucket = (status: string) => `401 401 401 403 ${status} ${status} 401 401 401 403`;

const AUTH = '/api/v1/auth';

/** The identity provider's calls that the app makes. It offers more, which do not exist here. */
export const AUTH_CALLS: Readonly<Record<string, PlainCall>> = {
  [`POST ${AUTH}/sign-up/email`]: { json: {}, statuses: MALFORMED },
  [`POST ${AUTH}/sign-in/email`]: {
    // An account of its own for each caller: attempts are limited.
    json: { email: 'no address of {caller}', password: 'wrong' },
    statuses: all('401'),
  },
};

export const PLAIN_CALLS: Readonly<Record<string, PlainCall>> = {
  'GET /api/v1/health': { statuses: EVERYONE },
  'GET /api/v1/ready': { statuses: EVERYONE },
  'GET /api/v1/config': { statuses: EVERYONE },
  'GET /api/v1/session': { statuses: EVERYONE },
  'GET /api/v1/analytics/apps/:appId/webConfig': {
    path: '/api/v1/analytics/apps/nankeen-store/webConfig',
    statuses: all('403'),
  },
  'POST /api/v1/analytics/views': { json: {}, statuses: MALFORMED },
  'POST /api/v1/installations': { json: {}, statuses: MALFORMED },
  'POST /api/v1/installations/:fid/:action{authTokens:generate}': {
    path: '/api/v1/installations/abcdefghijklmnopqrst/authTokens:generate',
    json: {},
    statuses: MISSING,
  },
  // Without the settings of Google.
  'POST /api/v1/auth/sign-in/social': { json: {}, statuses: MISSING },
  'GET /api/v1/auth/callback/google': { statuses: MISSING },
  'ALL /api/v1/auth/*': { path: '/api/v1/auth/delete-user', statuses: MISSING },
  'POST /api/v1/account/verify/link': { json: {}, statuses: MALFORMED },
  'POST /api/v1/account/verify': { json: {}, statuses: FOREIGN, except: { 'signed out': '400' } },
  'POST /api/v1/account/verify/send': { json: {}, statuses: MALFORMED },
  'POST /api/v1/account/reset/link': { json: {}, statuses: MALFORMED },
  'POST /api/v1/account/reset': { json: {}, statuses: MALFORMED },
  'POST /api/v1/account/reset/confirm': { json: {}, statuses: FOREIGN, except: { 'signed out': '400' } },
  'POST /api/v1/account/password': {
    json: { current: 'not the password', password: 'a wholly new one' },
    statuses: '401 401 401 403 403 401 401 401 401 401',
  },
  'POST /api/v1/account/confirm': { json: {}, statuses: toAccount('400') },
  'POST /api/v1/account/email': { json: {}, statuses: toAccount('400') },
  'POST /api/v1/account/email/link': { json: {}, statuses: MALFORMED },
  'POST /api/v1/account/email/confirm': { json: {}, statuses: toAccount('400') },
  'POST /api/v1/account/second-factor': { json: {}, statuses: FOREIGN, except: { 'signed out': '400' } },
  'GET /api/v1/account/second-factor': { statuses: EVERYONE },
  'POST /api/v1/account/passkeys/ask': { json: {}, statuses: FOREIGN, except: { 'signed out': '400' } },
  'POST /api/v1/account/passkeys/sign-in': { json: {}, statuses: FOREIGN, except: { 'signed out': '400' } },
  'GET /api/v1/account/passkeys': { statuses: toAccount('200') },
  'POST /api/v1/account/passkeys/begin': { statuses: toAccount('200') },
  'POST /api/v1/account/passkeys': { json: {}, statuses: toAccount('400') },
  'DELETE /api/v1/account/passkeys/:id': { path: `${PASSKEYS}/none`, statuses: toAccount('404') },
  'DELETE /api/v1/account/google': { statuses: toAccount('412') },
  'GET /api/v1/account/totp': { statuses: toAccount('200') },
  'POST /api/v1/account/totp/enable': { statuses: toAccount('200') },
  'POST /api/v1/account/totp/verify': { json: {}, statuses: toAccount('400') },
  'POST /api/v1/account/totp/recovery-codes': { statuses: toAccount('412') },
  'POST /api/v1/account/totp/disable': { statuses: toAccount('412') },
  'GET /api/v1/account/sessions': { statuses: toAccount('200') },
  'DELETE /api/v1/account/sessions/:id': {
    path: '/api/v1/account/sessions/none',
    statuses: toAccount('404'),
  },
  'DELETE /api/v1/account/sessions': { statuses: toAccount('200') },
  'GET /api/v1/account/data': { statuses: toAccount('200') },
  'GET /api/v1/account/delete': { statuses: toAccount('200') },
  // The only manager has to stay.
  'POST /api/v1/account/delete': { statuses: toAccount('200'), except: { manager: '412' } },
  'DELETE /api/v1/account/delete': { statuses: toAccount('200') },
  'POST /api/v1/account/delete/link': { json: {}, statuses: MALFORMED },
  'POST /api/v1/account/delete/confirm': { json: {}, statuses: FOREIGN, except: { 'signed out': '400' } },
  'POST /api/v1/account/delete/done': { json: {}, statuses: MALFORMED },
  'POST /api/v1/webhooks/stripe': { json: {}, statuses: MALFORMED },
  'POST /api/v1/claim': { json: {}, statuses: '401 401 401 200 401 401 401 401 401 403' },
  'POST /api/v1/access-code': {
    json: { code: 'a guess' },
    statuses: '401 200 200 200 401 401 401 200 200 403',
  },
  'PUT /api/v1/device-name': { json: { name: '' }, statuses: '403 403 403 403 403 403 401 200 200 403' },
  'GET /api/v1/device-names': { statuses: toStaff('200') },
  'GET /api/v1/admin/collections/:collection/fields': {
    path: '/api/v1/admin/collections/notes/fields',
    statuses: toStaff('200'),
  },
  'POST /api/v1/admin/plans': { json: {}, statuses: toStaff('400') },
  'POST /api/v1/admin/jobs': { json: {}, statuses: toStaff('400') },
  'GET /api/v1/admin/jobs': { statuses: toStaff('200') },
  'GET /api/v1/admin/jobs/:id': { path: JOB, statuses: toStaff('404') },
  'POST /api/v1/admin/jobs/:id/cancel': { path: `${JOB}/cancel`, statuses: toStaff('404') },
  'POST /api/v1/admin/jobs/:id/resume': { path: `${JOB}/resume`, statuses: toStaff('404') },
  'GET /api/v1/admin/jobs/:id/rejects': { path: `${JOB}/rejects`, statuses: toStaff('404') },
  'POST /api/v1/admin/uploads/documents': { json: {}, statuses: toStaff('400') },
  'GET /api/v1/admin/uploads/:id/progress': { path: `${UPLOAD}/progress`, statuses: toStaff('404') },
  'POST /api/v1/admin/uploads': { statuses: toStaff('412') },
  'ALL /api/v1/admin/uploads/:id': { path: UPLOAD, statuses: toStaff('404') },
  'POST /api/v1/storage/:bucket/uploads': { path: `${BUCKET}/uploads`, statuses: toBucket('400') },
  'ALL /api/v1/storage/:bucket/uploads/:upload': {
    path: `${BUCKET}/uploads/none`,
    statuses: toBucket('404'),
  },
  'GET /api/v1/storage/:bucket/:path': { path: `${BUCKET}/none.webp`, statuses: toBucket('404') },
  'DELETE /api/v1/storage/:bucket/:path': { path: `${BUCKET}/none.webp`, statuses: toBucket('404') },
  'GET /api/v1/admin/files': { statuses: ADMIN_ONLY },
  'GET /api/v1/admin/files/verify': { statuses: ADMIN_ONLY },
  'GET /pictures/u/:name': { path: '/pictures/u/none.webp', statuses: MISSING },
  'GET /documents/:name': { path: '/documents/none.pdf', statuses: MISSING },
  'GET /api/v1/admin/collections/:collection': {
    path: '/api/v1/admin/collections/none',
    statuses: toStaff('404'),
  },
  'GET /api/v1/admin/collection-names': { statuses: toStaff('200') },
  'GET /api/v1/admin/mails': { statuses: toStaff('200') },
  'POST /api/v1/admin/mails/:key/retry': {
    path: '/api/v1/admin/mails/none/retry',
    statuses: toStaff('404'),
  },
  'POST /api/v1/orders/:id': { path: '/api/v1/orders/none', json: { key: 'none' }, statuses: MISSING },
  'GET /api/v1/admin/orders/:id/payment': { path: `${ORDER}/payment`, statuses: toStaff('404') },
  'POST /api/v1/admin/orders/:id/refunds': { path: `${ORDER}/refunds`, json: {}, ...toManager('400') },
  'GET /api/v1/admin/payments': { statuses: toStaff('200') },
  'GET /api/v1/admin/payments/check': { statuses: toStaff('200') },
  'POST /api/v1/admin/payments/:id/settle': {
    path: '/api/v1/admin/payments/none/settle',
    statuses: toStaff('404'),
  },
  'GET /api/v1/admin/payments/prices': { statuses: toStaff('200') },
  'POST /api/v1/admin/payments/prices': { json: {}, ...toManager('400') },
  'GET /api/v1/admin/overview': { statuses: toStaff('200') },
  'GET /api/v1/admin/collections': { statuses: '401 401 401 401 200 200 401 401 401 403' },
  'PUT /api/v1/admin/access-code': { json: {}, statuses: ADMIN_ONLY_MALFORMED },
  'GET /api/v1/admin/migrations': { statuses: '401 401 401 401 200 200 401 401 401 403' },
  'POST /api/v1/admin/migrations': { json: {}, statuses: STAFF_MALFORMED },
  'POST /api/v1/admin/migrations/lock': { json: {}, statuses: STAFF_MALFORMED },
  'POST /api/v1/admin/migrations/unlock': { json: { token: 1 }, statuses: STAFF_MALFORMED },
  'POST /api/v1/admin/migrations/:id': {
    path: '/api/v1/admin/migrations/none',
    json: {},
    statuses: STAFF_MALFORMED,
  },
  'GET /api/v1/admin/doctor': { statuses: ADMIN_ONLY },
  'GET /api/v1/admin/backups': { statuses: ADMIN_ONLY },
  'POST /api/v1/admin/backups': { statuses: ADMIN_ONLY },
  'DELETE /api/v1/admin/backups/:name': {
    path: '/api/v1/admin/backups/none',
    statuses: '401 401 401 401 401 404 401 401 401 403',
  },
  'GET /api/v1/admin/backups/:name': {
    path: '/api/v1/admin/backups/none',
    statuses: '401 401 401 401 401 404 401 401 401 403',
  },
  'GET /api/v1/admin/backups/:name/files': {
    path: '/api/v1/admin/backups/none/files',
    statuses: '401 401 401 401 401 404 401 401 401 403',
  },
  'GET /api/v1/admin/staff': toManager('200'),
  'POST /api/v1/admin/staff': { json: {}, ...toManager('400') },
  'POST /api/v1/admin/staff/revoke': { json: {}, ...toManager('400') },
  'POST /api/v1/admin/accounts/disable': { json: {}, ...toManager('400') },
  'POST /api/v1/admin/accounts/enable': { json: {}, ...toManager('400') },
  'POST /api/v1/admin/accounts/remove-second-factor': { json: {}, ...toManager('400') },
  'POST /api/v1/admin/accounts/end-sessions': { json: {}, ...toManager('400') },
  'POST /api/v1/admin/accounts/end-all-sessions': { json: {}, ...toManager('400') },
  'GET /api/v1/admin/rejections': toManager('200'),
  'GET /api/v1/admin/rejections/content': toManager('404'),
  'GET /api/v1/admin/devices': toManager('200'),
  'POST /api/v1/admin/devices/:fid/block': {
    path: '/api/v1/admin/devices/abcdefghijklmnopqrst/block',
    ...toManager('200'),
  },
  'DELETE /api/v1/admin/devices/:fid/block': {
    path: '/api/v1/admin/devices/abcdefghijklmnopqrst/block',
    ...toManager('200'),
  },
  'POST /api/v1/checkout/sessions': { json: {}, statuses: '400 400 400 400 400 400 401 400 400 403' },
  'GET /api/v1/checkout/sessions/:id': {
    path: '/api/v1/checkout/sessions/cs_test_none',
    statuses: ALL_IDENTIFIED,
  },
  [`GET ${DATA}/stream`]: { statuses: ALL_IDENTIFIED },
  [`GET ${DATA}/changes`]: { statuses: ALL_IDENTIFIED },
  'GET /metrics': { statuses: '401 401 401 401 401 200 401 401 401 401' },
  'GET /v1/products/:id': { path: '/v1/products/prod_1', statuses: NO_KEY },
  'GET /v1/prices': { statuses: NO_KEY },
  'GET /v1/prices/:id': { path: '/v1/prices/price_1', statuses: NO_KEY },
  'POST /v1/prices': { statuses: NO_KEY },
  'GET /v1/payment_links': { statuses: NO_KEY },
  'GET /v1/payment_links/:id/line_items': { path: '/v1/payment_links/plink_1/line_items', statuses: NO_KEY },
  'POST /v1/checkout/sessions': { statuses: NO_KEY },
  'POST /v1/refunds': { statuses: NO_KEY },
  'GET /v1/checkout/sessions': { statuses: NO_KEY },
  'GET /v1/events': { statuses: NO_KEY },
  'GET /v1/disputes': { statuses: NO_KEY },
  'GET /v1/refunds': { statuses: NO_KEY },
  'GET /v1/checkout/sessions/:id': { path: '/v1/checkout/sessions/cs_1', statuses: NO_KEY },
  'GET /v1/checkout/sessions/:id/line_items': { path: `${SESSION}/line_items`, statuses: NO_KEY },
  'POST /v1/checkout/sessions/:id/expire': { path: `${SESSION}/expire`, statuses: NO_KEY },
  'GET /test-payment/style.css': { statuses: EVERYONE },
  'GET /test-payment/archivo.woff2': { statuses: EVERYONE },
  'GET /robots.txt': { statuses: EVERYONE },
  'GET /nothing.txt': { statuses: all('204') },
  'GET /sitemap.xml': { statuses: EVERYONE },
  'GET /test-payment/links/:id': { path: '/test-payment/links/none', statuses: MISSING },
  'GET /test-payment/:id': { path: '/test-payment/none', statuses: MISSING },
  'POST /test-payment/:id/:act': { path: '/test-payment/none/pay', statuses: MISSING },
  'POST /test-payment/:id/cancel': { path: '/test-payment/none/cancel', statuses: MISSING },
  'GET /*': { path: '/assets/none.js', statuses: MISSING },
};
