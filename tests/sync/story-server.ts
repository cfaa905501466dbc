import type { CompactableStore } from '#server/core/compactable-store.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { compactStore } from '#server/core/maintenance.ts';
import type { TestClock } from '../support/test-clock.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { createResettableStore, type ResettableStore } from '../soak/resettable-store.ts';

/** A message with this word breaks a rule that only the server checks. */
export const FORBIDDEN = 'forbidden';

/** A server whose data can be lost, restored from a backup and purged. */
export interface StoryServer extends CoreServer {
  /** Makes the backup that a restore brings back. */
  backUp(): void;
  /** Restores the backup; devices learn up to which sequence data survived. */
  restore(): Promise<void>;
  /** Starts a new epoch over the same data; devices don't learn what survived. */
  startAnew(): void;
  /** Replaces the data with others of unknown age. */
  loseEverything(): void;
  /** Purges expired deletions. */
  forget(): Promise<void>;
}

export function createStoryServer(clock: TestClock): StoryServer {
  let store = createRestorableStore();
  const server = createCoreServer(store, clock);
  const own: CoreServer & { app: CoreServer['app']; store: DocumentStore } = {
    ...server,
    app: withOwnRule(server.app),
  };
  return Object.assign(own, {
    backUp: () => store.backUp(),
    restore: () => store.restore(),
    startAnew: () => store.startAnew(),
    loseEverything() {
      store = createRestorableStore();
      const { app, request, sessions } = createCoreServer(store, clock);
      for (const [name, session] of own.sessions) sessions.set(name, session);
      Object.assign(own, { app: withOwnRule(app), request, sessions, store });
    },
    async forget() {
      await compactStore(store, clock.now());
    },
  });
}

type RestorableStore = ResettableStore & CompactableStore;

function createRestorableStore(): RestorableStore {
  return createResettableStore(() => undefined) as RestorableStore;
}

type App = CoreServer['app'];

function withOwnRule(app: App): App {
  const request = (url: string, init?: RequestInit) =>
    app.request(url, init && url.endsWith('/push') ? { ...init, body: spoil(String(init.body)) } : init);
  return { request } as unknown as App;
}

interface PushBody {
  readonly rows: readonly { readonly newDocumentState: Readonly<Record<string, unknown>> }[];
}

/** Makes valid content invalid for the server. A body that isn't JSON passes unchanged. */
function spoil(body: string): string {
  if (!body.includes(FORBIDDEN)) return body;
  const { rows } = JSON.parse(body) as PushBody;
  const spoilt = rows.map((row) => {
    const isForbidden = String(row.newDocumentState['contactMessage']).includes(FORBIDDEN);
    if (!isForbidden || row.newDocumentState['_deleted']) return row;
    return { ...row, newDocumentState: { ...row.newDocumentState, contactEmail: 0 } };
  });
  return JSON.stringify({ rows: spoilt });
}
