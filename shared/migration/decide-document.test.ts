import { describe, expect, it } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import { compileJob, decideDocument } from '#shared/migration/decide-document.ts';
import type { DocumentState } from '#shared/migration/decided-document.ts';
import type { CopyJobSpec } from '#shared/migration/job-spec.ts';
import { STORED_DOCUMENTS } from '../../tests/support/stored-documents.ts';

type Fields = Record<string, unknown>;

const AT = '2026-11-21T10:00:00.000Z';
const EARLIER = '2026-11-20T10:00:00.000Z';

const state = (data: Fields, more: Partial<DocumentState> = {}): DocumentState => ({
  data: { FBUID: 'a', ...data },
  deleted: false,
  writeId: 'w',
  updatedAt: AT,
  ...more,
});
const copy = (more: Partial<CopyJobSpec> = {}): CopyJobSpec => ({
  kind: 'copy',
  source: 'old',
  target: 'new',
  mode: 'upsert',
  onConflict: 'overwrite',
  where: [],
  ...more,
});
const decide = (spec: Partial<CopyJobSpec>, source?: DocumentState, target?: DocumentState) =>
  decideDocument(compileJob(copy(spec)), { id: 'a', source, target, at: AT });

const THERE = state({ x: 1, kept: true });
const OTHER = state({ x: 2 });
const GONE = state({ x: 1 }, { deleted: true });

describe('deciding a copied document', () => {
  it.each([
    ['insert', 'overwrite', undefined, 'create'],
    ['insert', 'overwrite', THERE, 'reject'],
    ['insert', 'skip', THERE, 'skip'],
    ['insert', 'newer', THERE, 'reject'],
    ['insert', 'error', OTHER, 'unchanged'],
    ['insert', 'error', GONE, 'create'],
    ['upsert', 'error', undefined, 'create'],
    ['upsert', 'error', THERE, 'reject'],
    ['upsert', 'skip', THERE, 'skip'],
    ['upsert', 'overwrite', THERE, 'replace'],
    ['upsert', 'skip', OTHER, 'unchanged'],
    ['upsert', 'skip', GONE, 'create'],
    ['merge', 'overwrite', undefined, 'create'],
    ['merge', 'overwrite', THERE, 'merge'],
    ['merge', 'error', THERE, 'reject'],
    ['merge', 'skip', THERE, 'skip'],
    ['merge', 'error', state({ more: 1, x: 2 }), 'unchanged'],
    ['merge', 'overwrite', GONE, 'create'],
    ['replace-all', 'overwrite', THERE, 'replace'],
    ['replace-all', 'error', THERE, 'reject'],
  ] as const)('[R-MIG-03] mode %s with conflict choice %s', (mode, onConflict, target, action) => {
    expect(decide({ mode, onConflict }, OTHER, target)).toMatchObject({ action });
  });

  it('[R-MIG-03] includes before, after and the id, and `already-exists` if rejected', () => {
    expect(decide({}, OTHER, THERE)).toMatchObject({ before: THERE.data, after: { FBUID: 'a', x: 2 } });
    expect(decide({ mode: 'merge' }, OTHER, THERE).after).toEqual({ FBUID: 'a', x: 2, kept: true });
    expect(decide({}, OTHER, GONE)).toMatchObject({ before: null, after: { FBUID: 'a', x: 2 } });
    const renamedId = { ...OTHER, data: { x: 2, FBUID: 'b' } };
    expect(decide({}, renamedId).after).toEqual({ x: 2, FBUID: 'a' });
    const { after, problems } = decide({ onConflict: 'error' }, OTHER, THERE);
    expect(after).toBeNull();
    expect(problems).toMatchObject([{ id: 'a', code: 'already-exists' }]);
  });

  it.each([
    [AT, EARLIER, 'replace'],
    [EARLIER, AT, 'skip'],
    [AT, AT, 'skip'],
    ['2026-11-21T20:30:00.000+10:00', AT, 'replace'],
    [undefined, AT, 'reject'],
    ['yesterday', AT, 'reject'],
  ] as const)('[R-MIG-03] with `newer` and the times %s and %s', (mine, theirs, action) => {
    const decided = decide(
      { onConflict: 'newer' },
      { ...OTHER, updatedAt: mine },
      { ...THERE, updatedAt: theirs },
    );
    expect(decided).toMatchObject({ action });
    if (action === 'reject') expect(decided.problems).toMatchObject([{ code: 'unknown-time' }]);
  });

  it('[R-MIG-03] only `replace-all` deletes a document that the source lacks', () => {
    expect(decide({ mode: 'replace-all' }, undefined, THERE)).toMatchObject({
      action: 'delete',
      before: THERE.data,
      after: null,
    });
    expect(decide({ mode: 'replace-all' }, GONE, THERE).action).toBe('delete');
    expect(decide({ mode: 'replace-all' }, undefined, GONE).action).toBe('unchanged');
    expect(decide({ mode: 'upsert' }, undefined, THERE).action).toBe('unchanged');
  });

  it('[R-MIG-03] a document that `where` excludes is skipped, and not deleted in the target', () => {
    expect(decide({ where: ['x=1'], mode: 'replace-all' }, OTHER, THERE).action).toBe('skip');
    expect(decide({ where: ['x=2'], mode: 'replace-all' }, OTHER, THERE).action).toBe('replace');
  });

  it('[R-MIG-03] an unreadable source is rejected, an unreadable target overwritten completely', () => {
    const damaged = { ...THERE, data: {}, isDamaged: true } as const;
    expect(decide({}, damaged, OTHER)).toMatchObject({ action: 'reject', problems: [{ code: 'data-loss' }] });
    expect(decide({ mode: 'merge' }, OTHER, damaged).action).toBe('reject');
    expect(decide({}, OTHER, damaged)).toMatchObject({ action: 'replace', before: null });
  });

  it('[R-MIG-03] [R-MIG-06] `where` tests the old names in a job with renames', () => {
    const rename = { rules: [{ kind: 'map', from: 'x', to: 'y' }], onCollision: 'error' } as const;
    const decided = decide({ rename: { ...rename, rules: [...rename.rules] }, where: ['x=2'] }, OTHER);
    expect(decided.after).toEqual({ FBUID: 'a', y: 2 });
    expect(decided.rename.renamed).toEqual([{ path: 'x', to: 'y' }]);
  });
});

describe('deciding for a collection with a schema', () => {
  const { writeId: _w, sync: _s, ...product } = STORED_DOCUMENTS.products as Fields;
  const FBUID = String(product['FBUID']);
  const into = (source: Fields, target?: DocumentState, spec: Partial<CopyJobSpec> = {}) =>
    decideDocument(compileJob(copy({ target: 'products', ...spec })), {
      id: FBUID,
      source: state(source),
      target,
      at: AT,
    });

  it('[R-MIG-03] accepts a valid document and sets its creation time, but never changes one', () => {
    expect(into(product).after).toEqual(product);
    const { createdAt: _created, ...undated } = product;
    expect(into(undated).after).toEqual({ ...undated, createdAt: AT });
    const there = state({ ...product, createdAt: EARLIER });
    expect(into({ ...product, STUPID: 'other' }, there).after).toMatchObject({ createdAt: EARLIER });
    expect(into(undated, there).action).toBe('unchanged');
  });

  it('[R-MIG-03] rejects an invalid document with `failed-precondition` for each field', () => {
    const { productName: _name, ...nameless } = product;
    const { action, problems } = into({ ...nameless, productTitle: 'x' });
    expect(action).toBe('reject');
    expect(problems).toEqual([
      {
        id: FBUID,
        code: 'failed-precondition',
        path: 'productTitle',
        message: 'There is no field of this name.',
      },
      {
        id: FBUID,
        code: 'failed-precondition',
        path: 'productName',
        message: 'This field is required.',
      },
    ]);
    expect(into({ ...product, 'a*': 1 }).problems).toMatchObject([
      { code: 'forbidden-character', path: 'a*' },
    ]);
  });

  it('[R-MIG-05] reports the broken rule for a document from a file', () => {
    const job = compileJob({
      kind: 'import',
      collection: 'products',
      mode: 'upsert',
      onConflict: 'overwrite',
    });
    const source = state({ ...product, productName: ' ' }, { writeId: '', updatedAt: undefined });
    const { problems } = decideDocument(job, { id: FBUID, source, target: undefined, at: AT });
    expect(problems).toMatchObject([{ code: 'required', path: 'productName' }]);
  });
});

describe('deciding a document with renamed fields', () => {
  const rename = (
    collection: string,
    from: string,
    to: string,
    onCollision: 'error' | 'skip-doc' = 'error',
  ) =>
    compileJob({
      kind: 'rename',
      collection,
      rename: { rules: [{ kind: 'find', find: from, replace: to }], onCollision },
    });
  const decideRename = (job: ReturnType<typeof rename>, source: DocumentState) =>
    decideDocument(job, { id: 'a', source, target: undefined, at: AT });

  it('[R-MIG-06] replaces it, or leaves it unchanged if no name changes or two equal fields swap names', () => {
    expect(decideRename(rename('human', 'x', 'y'), OTHER)).toMatchObject({
      action: 'replace',
      before: OTHER.data,
      after: { FBUID: 'a', y: 2 },
    });
    expect(decideRename(rename('human', 'z', 'y'), OTHER).action).toBe('unchanged');
    expect(decideRename(rename('human', 'x', 'y'), GONE).action).toBe('unchanged');
    const swap = compileJob({
      kind: 'rename',
      collection: 'human',
      rename: {
        rules: [
          { kind: 'map', from: 'x', to: 'y' },
          { kind: 'map', from: 'y', to: 'x' },
        ],
        onCollision: 'error',
      },
    });
    expect(decideRename(swap, state({ x: 1, y: 1 })).action).toBe('unchanged');
  });

  it('[R-MIG-06] rejects it on a collision, or skips it by choice, and reports the collision either way', () => {
    const both = state({ x: 1, y: 2 });
    const problems = [{ id: 'a', code: 'collision', path: 'x' }];
    expect(decideRename(rename('human', 'x', 'y'), both)).toMatchObject({ action: 'reject', problems });
    expect(decideRename(rename('human', 'x', 'y', 'skip-doc'), both)).toMatchObject({
      action: 'skip',
      problems,
    });
    expect(decideRename(rename('human', 'x', '__y__', 'skip-doc'), both).action).toBe('reject');
  });

  it('[R-MIG-06] validates coordinates that result from a rename', () => {
    const { problems } = decideRename(rename('human', 'lat', 'latitude'), state({ lat: 91, longitude: 1 }));
    expect(problems).toMatchObject([{ code: 'latitude-out-of-range', path: 'latitude' }]);
  });

  it('[R-MIG-06] rejects a renamed document that doesn’t fit the collection’s schema', () => {
    const { writeId: _w, sync: _s, ...product } = STORED_DOCUMENTS.products as Fields;
    const { action, problems } = decideRename(
      rename('products', 'productName', 'productTitle'),
      state(product),
    );
    expect(action).toBe('reject');
    expect(problems.map(({ code, path }) => [code, path])).toEqual([
      ['failed-precondition', 'productTitle'],
      ['failed-precondition', 'productName'],
    ]);
  });

  it('[R-MIG-06] reports an invalid rule or condition before any document is read', () => {
    expect(() => rename('human', 'x', 'y')).not.toThrow();
    expect(() => compileJob(copy({ where: ['x'] }))).toThrow(AppError);
    const rules = [{ kind: 'map', from: 'x.', to: 'y' }] as const;
    expect(() => compileJob(copy({ rename: { rules: [...rules], onCollision: 'error' } }))).toThrow(
      expect.objectContaining({ path: 'rules[0].from' }) as Error,
    );
  });
});
