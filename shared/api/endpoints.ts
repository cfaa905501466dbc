import * as v from 'valibot';
import { isJsonObject, type JsonObject } from '#shared/kernel/json.ts';
import { jobSpecSchema } from '#shared/migration/job-spec.ts';
import {
  beginAttemptSchema,
  noteAttemptSchema,
  takeLockSchema,
  unlockSchema,
} from '#shared/migration/migration-run.ts';
import { startJobSchema } from '#shared/migration/start-job.ts';
import {
  MAX_PAGE_DOCUMENTS,
  MAX_POLL_SECONDS,
  MAX_PUSH_BYTES,
  MIN_POLL_SECONDS,
  pushRequestSchema,
} from '#shared/sync/messages.ts';
import { ACCOUNT_ROUTES, OWN_DATA } from './account-routes.ts';
import { ADMIN_ROUTES } from './admin-routes.ts';
import { BACK_OFFICE_ROUTES } from './back-office-routes.ts';
import { DEVICE_NAME_ROUTES } from './device-name-routes.ts';
import { FILE_ROUTES, FILE_UPLOADS } from './file-routes.ts';
import { GOOGLE_ROUTES } from './google-routes.ts';
import { makePriceSchema } from './payment-routes.ts';
import { askRefundSchema, READ_ORDER, readOrderSchema } from './order-routes.ts';
import { MAIL_STATES } from './mail-routes.ts';
import { VIEWS_PATH, WEB_CONFIG_PATH } from './analytics.ts';
import { readySchema, webConfigSchema } from './messages.ts';
import { UPLOADS } from './migration-routes.ts';
import { flag, instant, sequence, wholeNumber } from './query-schemas.ts';
import {
  accessCodeRequestSchema,
  addPasskeySchema,
  askPasskeySchema,
  accountRequestSchema,
  deviceNameRequestSchema,
  changeAccessCodeSchema,
  changePasswordSchema,
  checkoutRequestSchema,
  codeRequestSchema,
  confirmRequestSchema,
  endAllSessionsSchema,
  grantStaffSchema,
  installationRequestSchema,
  pageViewSchema,
  passkeySignInSchema,
  readLinkSchema,
  resetPasswordSchema,
  restoreRequestSchema,
  secondFactorRequestSchema,
  sendLinkSchema,
  verifyRequestSchema,
  wasDeletedSchema,
} from './requests.ts';
import { route, ROUTES, type Route } from './routes.ts';

/**
 * Right needed to call an endpoint. `open`: callers are not identified. `anyone`: the response depends on the caller.
 * `account`: signed-in callers. `staff`: staff and the admin token. `manager`: managers and the admin token. `admin`: the admin token only, for
 * operations on the installation itself.
 */
export type Right = 'open' | 'anyone' | 'account' | 'staff' | 'manager' | 'admin';

/** A path and the right needed to call it. */
export interface RawEndpoint<Path extends string = string, Query = unknown> {
  /** `ALL`: any method. */
  readonly method: Route<unknown>['method'] | 'ALL';
  readonly path: Path;
  readonly right: Right;
  readonly query?: v.GenericSchema<unknown, Query> | undefined;
  /** Whether a signed-in caller must have confirmed the own identity a short time ago. */
  readonly needsConfirmation?: true | undefined;
}

/** An endpoint with a JSON response and an optional JSON body. */
export interface Endpoint<Result, Path extends string, Body, Query> extends RawEndpoint<Path, Query> {
  readonly response: v.GenericSchema<unknown, Result>;
  readonly body?: v.GenericSchema<unknown, Body> | undefined;
  /** Largest body; 2 KiB by default. */
  readonly maxBytes?: number | undefined;
  /** Status of a successful response; 200 by default. */
  readonly status?: 201 | undefined;
}

type Rules<Body, Query> = Omit<Endpoint<unknown, string, Body, Query>, keyof Route<unknown> | 'right'>;

function endpoint<Result, Path extends string, Body = undefined, Query = undefined>(
  address: Route<Result, Path>,
  right: Right,
  rules: Rules<Body, Query> = {},
): Endpoint<Result, Path, Body, Query> {
  return { ...address, right, ...rules };
}

function raw<Path extends string, Query = undefined>(
  address: Pick<RawEndpoint<Path>, 'method' | 'path'>,
  right: Right,
  query?: v.GenericSchema<unknown, Query>,
): RawEndpoint<Path, Query> {
  return { ...address, right, query };
}

const KIB = 1024;

// Not `looseObject`: its copy lacks fields named `constructor`, `prototype` and `__proto__`.
const documentSchema = v.custom<JsonObject>(isJsonObject, 'A document is an object.');
const documentRules = { body: documentSchema, maxBytes: 1_200_000 };
const DOCUMENT = '/{endpoint}/{collection}/{id}';

const limited = (max: number) => v.optional(wholeNumber('limit', { min: 1, max }), '100');

/** Every endpoint of the API: the route that clients know, plus the request schemas and the right needed to call it. */
export const ENDPOINTS = {
  health: endpoint(ROUTES.health, 'open'),
  ready: endpoint(route('GET', '/ready', readySchema), 'open'),
  config: endpoint(ROUTES.config, 'open'),

  register: endpoint(ROUTES.register, 'open', { body: installationRequestSchema, maxBytes: 4 * KIB }),
  generateAuthToken: endpoint(ROUTES.generateAuthToken, 'open'),
  devices: endpoint(ADMIN_ROUTES.devices, 'manager', {
    query: v.object({ prefix: v.optional(v.string(), ''), blocked: flag, limit: limited(10_000) }),
  }),
  blockDevice: endpoint(ADMIN_ROUTES.blockDevice, 'manager'),
  unblockDevice: endpoint(ADMIN_ROUTES.unblockDevice, 'manager'),

  session: endpoint(ROUTES.session, 'open'),
  beginGoogle: endpoint(GOOGLE_ROUTES.beginGoogle, 'open'),
  /** Where Google sends the browser back. */
  endGoogle: raw({ method: 'GET', path: '/auth/callback/google' }, 'open'),
  /** Handled by the identity provider. */
  auth: raw({ method: 'ALL', path: '/auth/*' }, 'open'),
  readVerifyLink: endpoint(ROUTES.readVerifyLink, 'open', { body: readLinkSchema }),
  verifyAddress: endpoint(ROUTES.verifyAddress, 'open', { body: verifyRequestSchema }),
  sendVerifyLink: endpoint(ROUTES.sendVerifyLink, 'open', { body: sendLinkSchema }),
  readResetLink: endpoint(ROUTES.readResetLink, 'open', { body: readLinkSchema }),
  sendResetLink: endpoint(ROUTES.sendResetLink, 'open', { body: sendLinkSchema }),
  resetPassword: endpoint(ROUTES.resetPassword, 'open', { body: resetPasswordSchema, maxBytes: 8 * KIB }),
  changePassword: endpoint(ROUTES.changePassword, 'open', { body: changePasswordSchema, maxBytes: 8 * KIB }),
  confirm: endpoint(ACCOUNT_ROUTES.confirm, 'account', { body: confirmRequestSchema, maxBytes: 16 * KIB }),
  sendAddressLink: endpoint(ACCOUNT_ROUTES.sendAddressLink, 'account', {
    body: accountRequestSchema,
    needsConfirmation: true,
  }),
  readAddressLink: endpoint(ACCOUNT_ROUTES.readAddressLink, 'open', { body: readLinkSchema }),
  changeAddress: endpoint(ACCOUNT_ROUTES.changeAddress, 'account', { body: readLinkSchema }),
  neededFactor: endpoint(ACCOUNT_ROUTES.neededFactor, 'open'),
  answerChallenge: endpoint(ACCOUNT_ROUTES.answerChallenge, 'open', {
    body: secondFactorRequestSchema,
    maxBytes: 16 * KIB,
  }),
  askDeletion: endpoint(ACCOUNT_ROUTES.askDeletion, 'account', { needsConfirmation: true }),
  deletion: endpoint(ACCOUNT_ROUTES.deletion, 'account'),
  cancelDeletion: endpoint(ACCOUNT_ROUTES.cancelDeletion, 'account'),
  readDeletionLink: endpoint(ACCOUNT_ROUTES.readDeletionLink, 'open', { body: readLinkSchema }),
  confirmDeletion: endpoint(ACCOUNT_ROUTES.confirmDeletion, 'open', { body: readLinkSchema }),
  wasDeleted: endpoint(ACCOUNT_ROUTES.wasDeleted, 'open', { body: wasDeletedSchema }),
  secondFactor: endpoint(ACCOUNT_ROUTES.secondFactor, 'account'),
  beginCodeApp: endpoint(ACCOUNT_ROUTES.beginCodeApp, 'account', { needsConfirmation: true }),
  activateCodeApp: endpoint(ACCOUNT_ROUTES.activateCodeApp, 'account', {
    body: codeRequestSchema,
    needsConfirmation: true,
  }),
  renewRecoveryCodes: endpoint(ACCOUNT_ROUTES.renewRecoveryCodes, 'account', { needsConfirmation: true }),
  removeCodeApp: endpoint(ACCOUNT_ROUTES.removeCodeApp, 'account', { needsConfirmation: true }),
  unlinkGoogle: endpoint(ACCOUNT_ROUTES.unlinkGoogle, 'account', { needsConfirmation: true }),
  passkeys: endpoint(ACCOUNT_ROUTES.passkeys, 'account'),
  beginPasskey: endpoint(ACCOUNT_ROUTES.beginPasskey, 'account', { needsConfirmation: true }),
  addPasskey: endpoint(ACCOUNT_ROUTES.addPasskey, 'account', {
    body: addPasskeySchema,
    maxBytes: 16 * KIB,
    needsConfirmation: true,
  }),
  removePasskey: endpoint(ACCOUNT_ROUTES.removePasskey, 'account', { needsConfirmation: true }),
  askPasskey: endpoint(ACCOUNT_ROUTES.askPasskey, 'open', { body: askPasskeySchema }),
  signInWithPasskey: endpoint(ACCOUNT_ROUTES.signInWithPasskey, 'open', {
    body: passkeySignInSchema,
    maxBytes: 16 * KIB,
  }),
  sessions: endpoint(ACCOUNT_ROUTES.sessions, 'account'),
  endSession: endpoint(ACCOUNT_ROUTES.endSession, 'account', { needsConfirmation: true }),
  endOtherSessions: endpoint(ACCOUNT_ROUTES.endOtherSessions, 'account', { needsConfirmation: true }),
  ownData: { ...raw(OWN_DATA, 'account'), needsConfirmation: true },
  enterAccessCode: endpoint(ROUTES.enterAccessCode, 'anyone', { body: accessCodeRequestSchema }),
  nameDevice: endpoint(DEVICE_NAME_ROUTES.nameDevice, 'anyone', { body: deviceNameRequestSchema }),
  deviceNames: endpoint(DEVICE_NAME_ROUTES.deviceNames, 'staff'),
  changeAccessCode: endpoint(ADMIN_ROUTES.changeAccessCode, 'admin', { body: changeAccessCodeSchema }),
  staff: endpoint(ADMIN_ROUTES.staff, 'manager'),
  grantStaff: endpoint(ADMIN_ROUTES.grantStaff, 'manager', {
    body: grantStaffSchema,
    needsConfirmation: true,
  }),
  revokeStaff: endpoint(ADMIN_ROUTES.revokeStaff, 'manager', {
    body: accountRequestSchema,
    needsConfirmation: true,
  }),
  disableAccount: endpoint(ADMIN_ROUTES.disableAccount, 'manager', {
    body: accountRequestSchema,
    needsConfirmation: true,
  }),
  enableAccount: endpoint(ADMIN_ROUTES.enableAccount, 'manager', {
    body: accountRequestSchema,
    needsConfirmation: true,
  }),
  removeSecondFactor: endpoint(ADMIN_ROUTES.removeSecondFactor, 'manager', {
    body: accountRequestSchema,
    needsConfirmation: true,
  }),
  endSessionsOf: endpoint(ADMIN_ROUTES.endSessionsOf, 'manager', {
    body: accountRequestSchema,
    needsConfirmation: true,
  }),
  endAllSessions: endpoint(ADMIN_ROUTES.endAllSessions, 'manager', {
    body: endAllSessionsSchema,
    needsConfirmation: true,
  }),

  webConfig: endpoint(route('GET', WEB_CONFIG_PATH, webConfigSchema), 'open'),
  countView: endpoint(route('POST', VIEWS_PATH, v.object({})), 'open', {
    body: pageViewSchema,
    maxBytes: KIB,
  }),

  createCheckoutSession: endpoint(ROUTES.createCheckoutSession, 'anyone', {
    body: checkoutRequestSchema,
    maxBytes: 64 * KIB,
  }),
  checkoutStatus: endpoint(ROUTES.checkoutStatus, 'anyone'),
  /** Signed by the payment provider. */
  webhook: raw({ method: 'POST', path: '/webhooks/stripe' }, 'open'),

  stream: raw(
    { method: 'GET', path: '/{endpoint}/stream' },
    'anyone',
    v.object({ after: v.optional(sequence('after')) }),
  ),
  changes: endpoint(ROUTES.changes, 'anyone', {
    query: v.object({
      timeout: v.optional(
        wholeNumber('timeout', { min: MIN_POLL_SECONDS, max: MAX_POLL_SECONDS }),
        String(MAX_POLL_SECONDS),
      ),
      after: v.optional(sequence('after')),
    }),
  }),
  pull: endpoint(ROUTES.pull, 'anyone', {
    query: v.object({
      after: v.optional(v.string(), ''),
      limit: v.optional(wholeNumber('limit', { min: 1, max: MAX_PAGE_DOCUMENTS }), '200'),
    }),
  }),
  checksum: endpoint(ROUTES.checksum, 'anyone'),
  push: endpoint(ROUTES.push, 'anyone', { body: pushRequestSchema, maxBytes: MAX_PUSH_BYTES }),
  claim: endpoint(ROUTES.claim, 'anyone'),

  history: endpoint(ROUTES.history, 'anyone', {
    query: v.object({
      before: v.optional(instant('before')),
      limit: v.optional(wholeNumber('limit', { min: 1, max: 200 }), '50'),
    }),
  }),
  restore: endpoint(ROUTES.restore, 'anyone', { body: restoreRequestSchema, maxBytes: 4 * KIB }),
  exists: endpoint(BACK_OFFICE_ROUTES.exists, 'anyone'),
  documents: endpoint(
    route('GET', '/{endpoint}/{collection}', v.object({ documents: v.array(documentSchema) })),
    'anyone',
    {
      query: v.object({
        orderBy: v.optional(v.string()),
        direction: v.optional(v.string()),
        field: v.optional(v.string()),
        value: v.optional(v.string()),
      }),
    },
  ),
  createDocument: endpoint(route('POST', '/{endpoint}/{collection}', documentSchema), 'anyone', {
    ...documentRules,
    status: 201,
  }),
  document: endpoint(ADMIN_ROUTES.document, 'anyone'),
  setDocument: endpoint(route('PUT', DOCUMENT, documentSchema), 'anyone', documentRules),
  mergeDocument: endpoint(route('PATCH', DOCUMENT, documentSchema), 'anyone', documentRules),
  deleteDocument: endpoint(route('DELETE', DOCUMENT, documentSchema), 'anyone'),

  overview: endpoint(BACK_OFFICE_ROUTES.overview, 'staff'),
  deleted: endpoint(BACK_OFFICE_ROUTES.deleted, 'staff', {
    query: v.object({
      before: v.optional(sequence('before')),
      limit: v.optional(wholeNumber('limit', { min: 1, max: 200 }), '50'),
    }),
  }),
  mails: endpoint(ADMIN_ROUTES.mails, 'staff', {
    query: v.object({
      state: v.optional(v.picklist(MAIL_STATES, `state is ${MAIL_STATES.join(', ')}.`)),
      about: v.optional(v.string()),
      limit: limited(1000),
    }),
  }),
  retryMail: endpoint(ADMIN_ROUTES.retryMail, 'staff'),
  readOrder: endpoint(READ_ORDER, 'open', { body: readOrderSchema }),
  orderPayment: endpoint(ADMIN_ROUTES.orderPayment, 'staff'),
  askRefund: endpoint(ADMIN_ROUTES.askRefund, 'manager', { body: askRefundSchema, needsConfirmation: true }),
  paymentOverview: endpoint(ADMIN_ROUTES.paymentOverview, 'staff'),
  settleReview: endpoint(ADMIN_ROUTES.settleReview, 'staff'),
  providerPrices: endpoint(ADMIN_ROUTES.providerPrices, 'staff'),
  makePrice: endpoint(ADMIN_ROUTES.makePrice, 'manager', { body: makePriceSchema, needsConfirmation: true }),
  checkPayments: endpoint(ADMIN_ROUTES.checkPayments, 'staff', {
    query: v.object({ since: v.optional(instant('since')) }),
  }),
  collections: endpoint(ADMIN_ROUTES.collections, 'staff'),
  countCollection: endpoint(ADMIN_ROUTES.countCollection, 'staff'),
  collectionNames: endpoint(ADMIN_ROUTES.collectionNames, 'staff'),
  fields: endpoint(ADMIN_ROUTES.fields, 'staff'),
  /** Documents, one JSON object a line. */
  export: raw(
    { method: 'GET', path: '/admin/export/{collection}' },
    'staff',
    v.object({ since: v.optional(instant('since')), history: flag, envelope: flag }),
  ),

  createUpload: raw({ method: 'POST', path: UPLOADS }, 'staff'),
  /** The checked documents of an uploaded file, one JSON object a line. The body is the import's specification. */
  uploadedDocuments: raw({ method: 'POST', path: `${UPLOADS}/documents` }, 'staff'),
  uploadProgress: endpoint(ADMIN_ROUTES.upload, 'staff'),
  /** HEAD, PATCH and DELETE of the tus protocol. */
  upload: raw({ method: 'ALL', path: `${UPLOADS}/{id}` }, 'staff'),

  createFileUpload: raw({ method: 'POST', path: FILE_UPLOADS }, 'anyone'),
  /** HEAD, PATCH and DELETE of the tus protocol. */
  fileUpload: raw({ method: 'ALL', path: `${FILE_UPLOADS}/{upload}` }, 'anyone'),
  file: endpoint(FILE_ROUTES.file, 'anyone'),
  deleteFile: endpoint(FILE_ROUTES.deleteFile, 'anyone'),
  files: endpoint(ADMIN_ROUTES.files, 'admin', { query: v.object({ unused: flag }) }),
  verifyFiles: endpoint(ADMIN_ROUTES.verifyFiles, 'admin'),

  plan: endpoint(ADMIN_ROUTES.plan, 'staff', { body: jobSpecSchema, maxBytes: KIB * KIB }),
  jobs: endpoint(ADMIN_ROUTES.jobs, 'staff', {
    query: v.object({ limit: v.optional(wholeNumber('limit', { min: 1, max: 10_000 }), '200') }),
  }),
  job: endpoint(ADMIN_ROUTES.job, 'staff'),
  startJob: endpoint(ADMIN_ROUTES.startJob, 'staff', {
    body: startJobSchema,
    maxBytes: KIB * KIB,
    status: 201,
  }),
  cancelJob: endpoint(ADMIN_ROUTES.cancelJob, 'staff'),
  resumeJob: endpoint(ADMIN_ROUTES.resumeJob, 'staff'),
  /** Documents that an import skipped, one JSON object a line. */
  jobRejects: raw({ method: 'GET', path: '/admin/jobs/{id}/rejects' }, 'staff'),

  migrations: endpoint(ADMIN_ROUTES.migrations, 'staff'),
  lockMigrations: endpoint(ADMIN_ROUTES.lockMigrations, 'staff', {
    body: takeLockSchema,
    maxBytes: 256 * KIB,
  }),
  unlockMigrations: endpoint(ADMIN_ROUTES.unlockMigrations, 'staff', {
    body: unlockSchema,
    maxBytes: 256 * KIB,
  }),
  beginMigration: endpoint(ADMIN_ROUTES.beginMigration, 'staff', {
    body: beginAttemptSchema,
    maxBytes: 256 * KIB,
  }),
  noteMigration: endpoint(ADMIN_ROUTES.noteMigration, 'staff', {
    body: noteAttemptSchema,
    maxBytes: 256 * KIB,
  }),

  doctor: endpoint(ADMIN_ROUTES.doctor, 'admin'),
  backups: endpoint(ADMIN_ROUTES.backups, 'admin'),
  createBackup: endpoint(ADMIN_ROUTES.createBackup, 'admin'),
  backupFiles: endpoint(ADMIN_ROUTES.backupFiles, 'admin'),
  deleteBackup: endpoint(ADMIN_ROUTES.deleteBackup, 'admin'),
  /** The file itself. */
  backup: raw({ method: 'GET', path: '/admin/backups/{name}' }, 'admin'),
  rejections: endpoint(ADMIN_ROUTES.rejections, 'manager', {
    query: v.object({ collection: v.optional(v.string()), limit: limited(10_000) }),
  }),
  rejection: endpoint(ADMIN_ROUTES.rejection, 'manager', {
    query: v.object({ writeId: v.optional(v.string(), '') }),
  }),
} as const;
