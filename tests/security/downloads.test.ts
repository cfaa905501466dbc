import { beforeEach, expect, test } from 'vitest';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { fillCollection, importFile } from '../support/job-calls.ts';

let server: CoreServer;
beforeEach(() => {
  server = createCoreServer();
});

/** The disposition of an admin's download. */
async function dispositionOf(path: string): Promise<string | null> {
  const response = await server.request(path, { as: 'admin' });
  expect(response.status).toBe(200);
  return response.headers.get('content-disposition');
}

test('[T54] an export is saved under its collection’s name and never shown as a page', async () => {
  await fillCollection(server, 'notes_of-2026', [{ FBUID: 'a', text: '<script>alert(1)</script>' }]);
  expect(await dispositionOf('/admin/export/notes_of-2026')).toBe(
    'attachment; filename="notes_of-2026.ndjson"',
  );
  expect(await dispositionOf('/admin/export/contacts?history=true')).toBe(
    'attachment; filename="contacts.ndjson"',
  );
});

test.each(['a"; filename="b.html', 'a\r\nX-Other: 1', '../a', 'ä'])(
  '[T54] [T43] the collection name %j never reaches a header',
  async (name) => {
    const response = await server.request(`/admin/export/${encodeURIComponent(name)}`, { as: 'admin' });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-disposition')).toBeNull();
  },
);

test('[T54] a backup is saved under its own name', async () => {
  const made = await server.request('/admin/backups', { as: 'admin', method: 'POST' });
  const { name } = (await made.json()) as { name: string };
  expect(await dispositionOf(`/admin/backups/${name}`)).toBe(`attachment; filename="${name}"`);
});

test('[T54] the rejects of an import are saved under its job’s id', async () => {
  const { id } = await importFile(server, 'notes', '{"FBUID":"b","*":1}\n', { continue: true });
  expect(await dispositionOf(`/admin/jobs/${id}/rejects`)).toBe(
    `attachment; filename="${id}-rejects.ndjson"`,
  );
});
