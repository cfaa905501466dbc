import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';
import { createImportFiles } from '#server/import/import-files.ts';
import { importJobSchema } from '#shared/migration/job-spec.ts';
import { errorIn } from '../../support/core-calls.ts';
import { createCoreServer, type CoreServer } from '../../support/core-server.ts';
import { createJobCalls, toLines, type JobCalls } from '../../support/job-calls.ts';
import { uploadFile } from '../../support/upload-file.ts';

let server: CoreServer;
let jobs: JobCalls;
beforeEach(() => {
  server = createCoreServer();
  jobs = createJobCalls(server);
});

const IMPORT = { kind: 'import', collection: 'notes', label: 'notes.ndjson' };
const notes = (...ids: readonly string[]) => ids.map((FBUID) => ({ FBUID, text: `of ${FBUID}` }));

test('[R-MIG-05] reading continues for a second caller when the first one hangs up', async () => {
  const { uploads, clock } = server;
  const files = createImportFiles({ uploads, clock, maxBytes: 2 ** 20, pictureOrigins: [] });
  const upload = await uploadFile(server, toLines(notes('a', 'b')));
  const spec = v.parse(importJobSchema, { ...IMPORT, upload });
  const hangUp = new AbortController();
  const [first, second] = [files.check(spec, hangUp.signal), files.check(spec)];
  hangUp.abort();
  await expect(first).rejects.toMatchObject({ code: 'aborted' });
  expect(await second).toMatchObject({ report: { documents: 2 } });
});

test('[R-MIG-05] the plan of a file whose documents are wrapped in one object is refused with their path', async () => {
  const upload = await uploadFile(server, JSON.stringify({ rows: notes('a', 'b').map((doc) => ({ doc })) }), {
    name: 'notes.json',
  });
  const json = { ...IMPORT, upload, label: 'notes.json' };
  const refusal = await errorIn(await server.request('/admin/plans', { as: 'admin', method: 'POST', json }));
  expect(refusal).toMatchObject({ reason: 'wrapped-documents', path: 'rows[].doc' });
  expect(await jobs.plan({ ...json, documents: 'rows[].doc' })).toMatchObject({ counts: { create: 2 } });
});
