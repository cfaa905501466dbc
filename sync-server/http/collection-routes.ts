import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { createFieldInventory } from '#shared/migration/field-inventory.ts';
import { listTexts } from '#server/core/document-calls.ts';
import type { DocumentData, DocumentStore } from '#server/core/document-store.ts';
import { exportLines } from '#server/core/export-lines.ts';
import { toExportText } from '#server/core/to-wire.ts';
import type { ApiRouter } from './api-router.ts';

/** Which collections there are, which fields their documents have, and their export, as far as the caller may see them. */
export function collectionRoutes(api: ApiRouter, { store }: { readonly store: DocumentStore }): void {
  api.on(ENDPOINTS.collections, async () => ({ collections: await store.collections() }));
  api.on(ENDPOINTS.fields, async ({ params, actor }) => {
    const inventory = createFieldInventory();
    for await (const page of listTexts(store, params.collection, actor)) {
      for (const document of page) {
        const text = toExportText(document, actor);
        if (text !== undefined) inventory.add(JSON.parse(text) as DocumentData);
      }
      // Other calls get in between two pages.
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
      'Cache-Control': 'no-store',
    });
  });
}
