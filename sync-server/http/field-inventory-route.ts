import { Hono } from 'hono';
import { createFieldInventory } from '#shared/migration/field-inventory.ts';
import { listTexts } from '#server/core/document-calls.ts';
import type { DocumentData, DocumentStore } from '#server/core/document-store.ts';
import { toExportText } from '#server/core/to-wire.ts';
import type { AppEnv } from './app-env.ts';
import { readCollection } from './sync-routes.ts';

/** Which fields the documents of a collection have, as far as the caller may see them. */
export function fieldInventoryRoute(store: DocumentStore): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/admin/collections/:collection/fields', async (c) => {
    const actor = c.get('actor');
    const inventory = createFieldInventory();
    for await (const page of listTexts(store, readCollection(c), actor)) {
      for (const document of page) {
        const text = toExportText(document, actor);
        if (text !== undefined) inventory.add(JSON.parse(text) as DocumentData);
      }
      // Whoever waits gets in between two pages.
      await new Promise(setImmediate);
    }
    return c.json(inventory.inventory());
  });
}
