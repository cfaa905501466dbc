import { IDBFactory } from 'fake-indexeddb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openFormDatabase } from '#pwa/data/forms/form-database.ts';
import type { UnsentInput } from '#pwa/data/forms/form-store.ts';
import { readUnsent } from '#pwa/data/files/unsent-text.ts';
import { createFakeApp } from '../support/fake-app.tsx';

test('[FI4] [FI8] forms, waiting writes and rejected changes name files, documents that were sent don’t', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  onTestFinished(() => void vi.unstubAllGlobals());
  const app = createFakeApp({});
  const { database } = await app.localStore.whenOpen();
  expect(await readUnsent(app)).not.toContain('/pictures/u/');

  const forms = await openFormDatabase<UnsentInput>({ onChange() {}, onClose() {} });
  const [key, savedAt] = ['products/new/1', '2026-03-01T00:00:00.000Z'];
  await forms.write([[`|${key}`, { key, savedAt, content: { value: '/pictures/u/form.webp' } }]]);
  await database.outbox.insert({
    id: 'products|hexa',
    collectionName: 'products',
    documentId: 'hexa',
    order: 1,
    base: null,
    trail: [
      { writeId: 'w', previous: '', at: '', deleted: false, data: { value: '/pictures/u/waiting.webp' } },
    ],
  });
  await database.rejectedChanges.insert({
    id: 'r',
    collectionName: 'templates',
    documentId: 't',
    kind: 'rejected',
    code: 'invalid-argument',
    message: '',
    path: '',
    content: { templateImage: '/pictures/u/rejected.webp' },
    at: '2026-11-01T00:00:00.000Z',
  });
  const text = await readUnsent(app);
  for (const name of ['form', 'waiting', 'rejected']) expect(text).toContain(`/pictures/u/${name}.webp`);

  await forms.write([[`|${key}`, undefined]]);
  expect(await readUnsent(app)).not.toContain('/pictures/u/form.webp');
  forms.close();
  // What can't be read may name any file.
  vi.stubGlobal('indexedDB', undefined);
  await expect(readUnsent(app)).rejects.toThrow(TypeError);
});
