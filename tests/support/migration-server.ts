import type { FakeApp } from './fake-app.tsx';

/** Makes the fake server list these collections. */
export function serveCollections(
  app: FakeApp,
  ...collections: readonly (readonly [name: string, documents: number])[]
): void {
  app.respond('GET /admin/collection-names', () => ({
    collections: collections.map(([name, documents]) => ({ name, isEmpty: documents === 0 })),
  }));
  app.respond('GET /admin/collections', () => ({
    collections: collections.map(([name, documents]) => ({ name, documents, ...NOTHING_ELSE })),
  }));
}

const NOTHING_ELSE = { deleted: 0, history: 0, bytes: 0, lastChange: null };

/** The bodies of the requests to a route, e.g. `POST /admin/plans`. */
export function bodiesTo(app: FakeApp, route: string): readonly unknown[] {
  return app.requests.filter(({ method, path }) => `${method} ${path}` === route).map(({ body }) => body);
}
