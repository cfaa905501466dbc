import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { createFieldInventory } from '#shared/migration/field-inventory.ts';
import { listTexts } from '#server/core/document-calls.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import type { DocumentData } from '#server/core/stored-document.ts';
import { exportLines } from '#server/core/export-lines.ts';
import { toExportText } from '#server/core/to-wire.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { findCollection } from '#shared/collections/catalogue.ts';
import type { DocumentTotals, NamedCollection } from '#shared/api/messages.ts';
import type { ApiRouter } from './api-router.ts';

/** Lists collections and their fields, and exports documents, within the caller's read rights. */
export function collectionRoutes(api: ApiRouter, { store }: { readonly store: DocumentStore }): void {
  api.on(ENDPOINTS.collections, async () => ({ collections: await store.collections() }));
  api.on(ENDPOINTS.countCollection, ({ params }) => countOne(store, params.collection));
  api.on(ENDPOINTS.collectionNames, async () => ({ collections: await listNames(store) }));
  api.on(ENDPOINTS.fields, async ({ params, actor }) => {
    const inventory = createFieldInventory();
    for await (const page of listTexts(store, params.collection, actor)) {
      for (const document of page) {
        const text = toExportText(document, actor);
        if (text !== undefined) inventory.add(JSON.parse(text) as DocumentData);
      }
      // Yields to other requests between two pages.
      await new Promise(setImmediate);
    }
    return inventory.inventory();
  });
  api.onRaw(ENDPOINTS.export, (c, { params, query, actor }) => {
    const { since, history, envelope } = query;
    const { collection } = params;
    const wanted = { collection, since, withHistory: history, withEnvelope: envelope };
    return c.body(ReadableStream.from(exportLines(store, wanted, actor)), 200, {
      'Content-Type': 'application/x-ndjson',
      'Content-Disposition': `attachment; filename="${collection}.ndjson"`,
      'Cache-Control': 'no-store',
    });
  });
}

/** A built-in collection exists without documents too. @throws AppError `not-found` */
async function countOne(store: DocumentStore, name: string): Promise<DocumentTotals> {
  const found = (await store.collections()).find((one) => one.name === name);
  if (!found && !findCollection(name)) throw new AppError('not-found', `There is no collection "${name}".`);
  const { documents, deleted } = found ?? { documents: 0, deleted: 0 };
  return { name, documents, deleted };
}

async function listNames(store: DocumentStore): Promise<readonly NamedCollection[]> {
  const collections = await store.collections();
  return collections.map(({ name, documents }) => ({ name, isEmpty: documents === 0 }));
}
