import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appFiles } from '#server/http/app-files.ts';
import { archiveAssets } from '#server/http/asset-archive.ts';

const DAY_MS = 24 * 3_600_000;
const START = Date.parse('2026-03-01T00:00:00Z');

let folder: string;
let assets: string;
let archive: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nankeen-archive-'));
  assets = join(folder, 'app/assets');
  archive = join(folder, 'old-app/assets');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function deploy(names: readonly string[]): void {
  rmSync(assets, { recursive: true, force: true });
  mkdirSync(assets, { recursive: true });
  for (const name of names) writeFileSync(join(assets, name), `part ${name}`);
}

const start = (now: number) => archiveAssets({ assets, archive, now });

test('[F51] the assets of a replaced build are served for two weeks and no longer', async () => {
  deploy(['old-1.js', 'same-1.js']);
  start(START);
  deploy(['new-1.js', 'same-1.js']);
  start(START + DAY_MS);
  expect(readdirSync(archive).toSorted()).toEqual(['new-1.js', 'old-1.js', 'same-1.js']);
  const response = await appFiles(join(folder, 'old-app')).request('/assets/old-1.js');
  expect(await response.text()).toBe('part old-1.js');
  expect(response.headers.get('cache-control')).toContain('immutable');

  start(START + 15 * DAY_MS);
  expect(readdirSync(archive)).toContain('old-1.js');
  start(START + 15 * DAY_MS + 1000);
  expect(readdirSync(archive).toSorted()).toEqual(['new-1.js', 'same-1.js']);
});

test('[F51] the two weeks start at the replacement, however long the server ran before', () => {
  deploy(['old-1.js']);
  start(START);
  deploy(['new-1.js']);
  start(START + 300 * DAY_MS);
  start(START + 313 * DAY_MS);
  expect(readFileSync(join(archive, 'old-1.js'), 'utf8')).toBe('part old-1.js');
});

test('[F51] source maps are not archived, and without a build nothing happens', () => {
  start(START);
  deploy(['a-1.js', 'a-1.js.map']);
  start(START);
  expect(readdirSync(archive)).toEqual(['a-1.js']);
});
