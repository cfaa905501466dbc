import { render, renderHook, type RenderHookResult, type RenderResult } from '@testing-library/react';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { onTestFinished } from 'vitest';
import type { PublicConfig, Session } from '#shared/api/messages.ts';
import { API_PREFIX } from '#shared/api/routes.ts';
import type { CollectionName } from '#shared/collections/catalogue.ts';
import { toErrorBody, type AppError } from '#shared/kernel/app-error.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { isPending } from '#shared/sync/write-state.ts';
import { NO_SELLER } from '#shared/domain/seller.ts';
import { nextTask } from '#pwa/pause.ts';
import { AppStoreProvider, type AppStore } from '#pwa/data/app-store.ts';
import { noRecords } from './memory-record.ts';
import { createAppStore } from '#pwa/data/create-app-store.ts';
import { createFormStore } from '#pwa/data/forms/form-store.ts';
import { FILES_WAIT_KEY, type QueuedFile } from '#pwa/data/files/file-queue.ts';
import type { DraftOrderParts } from '#pwa/data/orders/draft-order-store.ts';
import { openDraftOrderDatabase } from '#pwa/data/orders/open-draft-orders.ts';
import { ServedPageProvider, type ServedPage } from '#pwa/data/queries/ssr-data.ts';
import { currentCartId } from '#pwa/data/cart/cart-id.ts';
import { readIdentity } from '#pwa/data/session/identity.ts';
import { openDatabase, type LocalDatabase } from '#pwa/data/store/database.ts';
import { writeDocument } from '#pwa/data/store/local-writes.ts';
import type { LocalStore } from '#pwa/data/store/store-provider.ts';
import { toOutboxId } from '#pwa/data/sync/outbox-record.ts';
import type { RejectedChange } from '#pwa/data/sync/rejected-change-record.ts';
import { createFakeFiles } from './fake-files.ts';

/** A request that the fake server got. */
export interface FakeRequest {
  readonly method: string;
  /** Below `/api/v1`, with its query. */
  readonly path: string;
  readonly body: unknown;
}

/** A document of a test; the fake app fills in the other fields. */
export interface FakeDocument {
  readonly FBUID: string;
  readonly [field: string]: unknown;
}

/** @param signal aborted when the app no longer waits for the response */
export type FakeResponse = (request: FakeRequest, signal?: AbortSignal) => unknown;

export interface FakeAppOptions {
  /** Signed out by default; `null` before the first response. */
  readonly session?: Session | null;
  readonly config?: Partial<PublicConfig>;
  readonly isOnline?: boolean;
  /** Whether the purchase-order pages are unlocked. */
  readonly hasAccess?: boolean;
  /** Replaces parts of the open store, to make them fail or to observe them. */
  readonly store?: Partial<LocalStore>;
  /** Runs before each write to the local store; the write fails with what it throws. */
  readonly beforeWrite?: () => void;
  readonly cookies?: string;
  /** Called with device tokens that the server refused. */
  readonly dropToken?: (refused: string) => void;
  /** Files that wait to be sent. */
  readonly files?: readonly QueuedFile[];
  readonly onRetryFile?: (id: string) => Promise<void>;
  /** Makes opening the local store fail. */
  readonly openError?: Error;
}

/**
 * The app's state for a component test: real stores in memory, and a fake server with the responses the test sets.
 * Requests to other routes fail like a broken connection.
 */
export interface FakeApp extends AppStore {
  readonly requests: readonly FakeRequest[];
  /** @param route e.g. `POST /access-code`, without query @param response the body of a 200, a `Response`, or what throws */
  respond(route: string, response: FakeResponse): void;
  /** Stores documents as if a complete pull had fetched them. */
  pull(collection: CollectionName, documents?: readonly FakeDocument[]): Promise<void>;
  /** Stores a rejected change. @returns its id */
  reject(
    change: Partial<RejectedChange> & Pick<RejectedChange, 'collectionName' | 'documentId'>,
  ): Promise<string>;
  /** All documents of a collection in the local store. */
  read(collection: CollectionName): Promise<readonly Record<string, unknown>[]>;
  rejectedChanges(): Promise<readonly RejectedChange[]>;
  readonly database: Promise<LocalDatabase>;
  /** Writes a document locally; it stays pending. @param at ISO time of the write; now by default */
  write(collection: CollectionName, document: FakeDocument, at?: string): Promise<void>;
}

export const SIGNED_IN: Session = {
  account: {
    id: 'account-ada',
    email: 'ada@example.com',
    name: 'Ada',
    emailVerified: true,
    expiresAt: '2099-01-01T00:00:00.000Z',
  },
  isStaff: false,
};
export const STAFF: Session = { ...SIGNED_IN, isStaff: true };

/** For parts of a page that outlive their test: RxDB allows few open collections in all tests of a process. */
const NEVER_OPEN = new Promise<never>(() => undefined);

export function createFakeApp(options: FakeAppOptions = {}): FakeApp {
  const { session = { account: null, isStaff: false }, isOnline = true } = options;
  const items = new Map<string, string>();
  if (options.config) items.set('nankeen.config', JSON.stringify({ ...CONFIG, ...options.config }));
  if (session) items.set('nankeen.session', JSON.stringify(session));
  if (session?.account) items.set('nankeen.identity', session.account.id);
  if (options.files) items.set(FILES_WAIT_KEY, '1');
  if (options.hasAccess) items.set('nankeen.accessCode', JSON.stringify({ token: 'unlocked' }));
  const requests: FakeRequest[] = [];
  const responses = new Map<string, FakeResponse>();
  let opened: Promise<LocalDatabase> | undefined;
  let draftOrders: Promise<DraftOrderParts> | undefined;

  const writes: Promise<void>[] = [];
  let isOver = false;

  onTestFinished(async () => {
    isOver = true;
    // A write fails when it meets the closing database, so await the test's last writes first.
    await opened?.catch(() => undefined);
    await nextTask();
    await Promise.allSettled(writes);
    await (await opened?.catch(() => undefined))?.close();
    await (await draftOrders?.catch(() => undefined))?.database.close();
  });

  const openOnce = () =>
    isOver
      ? NEVER_OPEN
      : (opened ??= openDatabase({
          name: `fake${createId().toLowerCase()}`,
          storage: getRxStorageMemory(),
          isShared: false,
        }));

  const base = createAppStore({
    storage: {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    },
    openRecord: noRecords,
    onOnline: () => () => undefined,
    fetch: async (url, init) => {
      const path = url.replace(API_PREFIX, '');
      const method = init?.method ?? 'GET';
      const text = typeof init?.body === 'string' ? init.body : undefined;
      const request = { method, path, body: text === undefined ? undefined : JSON.parse(text) };
      requests.push(request);
      const respond = responses.get(`${method} ${path.split('?')[0]}`);
      if (!respond) throw new TypeError('Failed to fetch');
      const response = await respond(request, init?.signal ?? undefined);
      init?.signal?.throwIfAborted();
      return response instanceof Response ? response : Response.json(response);
    },
    isOnline: () => isOnline,
    cookies: () => options.cookies ?? '',
    openStore: async () => {
      if (options.openError) throw options.openError;
      const database = await openOnce();
      return {
        database,
        accountId: readIdentity(app.storage).accountId,
        cartId: await currentCartId(app),
        async write(collection, id, change) {
          options.beforeWrite?.();
          const written = writeDocument({ database, clock: systemClock }, collection, id, change);
          writes.push(written);
          await written;
        },
        wakeNow: () => undefined,
        push: async () => undefined,
        async close(claim) {
          await claim?.();
          return (await database.outbox.count().exec()) === 0;
        },
        ...options.store,
      };
    },
    openForms: async (of) =>
      createFormStore({
        session: of,
        now: () => Date.now(),
        openDatabase: async () => ({
          readAll: async () => [],
          write: async () => undefined,
          close: () => undefined,
        }),
      }),
    openFiles: async (_app, files) => {
      files.subscribe(() => items.set(FILES_WAIT_KEY, '1'));
      const queue = createFakeFiles(files, options.files);
      return { ...queue, ...(options.onRetryFile && { retry: options.onRetryFile }) };
    },
    openDraftOrders: () =>
      isOver
        ? NEVER_OPEN
        : (draftOrders ??= openDraftOrderDatabase(
            `drafts${createId().toLowerCase()}`,
            getRxStorageMemory(),
          ).then((database) => ({ database, clock: systemClock }))),
  });

  let sequence = 0;
  const app: FakeApp = {
    ...base,
    installation: {
      fid: async () => 'fid-of-this-device',
      authToken: async () => 'token',
      dropToken: options.dropToken ?? (() => undefined),
      forget: async () => undefined,
      subscribe: () => () => undefined,
    },
    requests,
    respond: (route, response) => void responses.set(route, response),
    async pull(collection, documents = []) {
      const database = await openOnce();
      for (const document of documents) {
        sequence += 1;
        const writeId = `write-${sequence}`;
        const sync = {
          sequence,
          acknowledged: writeId,
          updatedAt: '2026-11-01T00:00:00.000Z',
          updatedBy: 'no user found',
        };
        const at = '2026-11-01T10:00:00.000+10:00';
        const stored = { createdAt: at, writeId, sync, ...document };
        await database[collection].upsert(stored as never);
        if (isPending(stored)) await noteWaiting(database, collection, stored);
      }
      const checkpoint = `1.epoch.scope.${sequence}`;
      await database.checkpoints.upsert({
        collectionName: collection,
        checkpoint,
        rewinds: [],
        isRestarting: false,
      });
    },
    async reject(change) {
      const database = await openOnce();
      const id = change.id ?? createId();
      await database.rejectedChanges.upsert({ ...REJECTED, ...change, id } as RejectedChange);
      return id;
    },
    async read(collection) {
      const found = await (await openOnce())[collection].find().exec();
      return found.map((one) => one.toJSON());
    },
    async rejectedChanges() {
      const found = await (await openOnce()).rejectedChanges.find().exec();
      return found.map((one) => one.toJSON() as RejectedChange);
    },
    get database() {
      return openOnce();
    },
    async write(collection, { FBUID, ...content }, at) {
      const clock = at === undefined ? systemClock : { ...systemClock, now: () => Date.parse(at) };
      await writeDocument({ database: await openOnce(), clock }, collection, FBUID, () => content as never);
    },
  };
  return app;
}

/** A document with a pending write has a record in the outbox. */
async function noteWaiting(
  database: LocalDatabase,
  collectionName: string,
  data: { readonly FBUID: string; readonly createdAt: string; readonly writeId: string },
): Promise<void> {
  const { FBUID: documentId, createdAt: at, writeId } = data;
  const id = toOutboxId(collectionName, documentId);
  const trail = [{ writeId, previous: '', at, deleted: false, data }];
  await database.outbox.upsert({ id, collectionName, documentId, order: 0, base: null, trail });
}

const CONFIG: PublicConfig = {
  currency: 'AUD',
  contactEmail: 'hello@nankeen.example',
  seller: NO_SELLER,
  gstRule: 'specified',
  pictureOrigins: [],
  deliveryCountries: ['AU'],
  dataEndpoint: 'testing/data',
  production: false,
  testPayments: true,
  googleSignIn: false,
};

const REJECTED = {
  kind: 'rejected',
  code: 'invalid-argument',
  message: 'The server refused this.',
  content: {},
  path: '',
  at: '2026-11-01T10:00:00.000+10:00',
};

interface RenderOptions {
  /** URL path; `/` by default. */
  readonly path?: string;
  readonly served?: ServedPage;
}

/** Renders an element in the app's providers, at a path. */
export function renderInApp(app: AppStore, element: ReactNode, options: RenderOptions = {}): RenderResult {
  const { path = '/', served } = options;
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <AppStoreProvider value={app}>
      <MemoryRouter initialEntries={[path]}>
        <ServedPageProvider served={served}>{children}</ServedPageProvider>
      </MemoryRouter>
    </AppStoreProvider>
  );
  return render(element, { wrapper });
}

/** Renders a hook in the app's providers. */
export function renderHookInApp<Result>(
  app: AppStore,
  useHook: () => Result,
): RenderHookResult<Result, unknown> {
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <AppStoreProvider value={app}>{children}</AppStoreProvider>
  );
  return renderHook(useHook, { wrapper });
}

/** An error response of the server. */
export function toErrorResponse(error: AppError): Response {
  const { retryAfter, status } = error;
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return Response.json(toErrorBody(error), { status, headers });
}
