import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from './support/source-files.ts';

const read = (path: string): string => readFileSync(`${PROJECT_ROOT}${path}`, 'utf8');

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}
const readManifest = (path: string) => JSON.parse(read(path)) as Manifest;

function isAtLeast(version: string, floor: string): boolean {
  const [have, need] = [version, floor].map((text) => (text.split('-')[0] ?? '').split('.').map(Number));
  for (let part = 0; part < 3; part++) {
    const difference = (have?.[part] ?? 0) - (need?.[part] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

describe('the dependencies', () => {
  it.each([
    ['hono', '4.12.34'],
    ['@hono/node-server', '1.19.13'],
    ['react-router-dom', '7.12.0'],
  ])('%s is at least %s: older versions have known vulnerabilities', (name, floor) => {
    const { version } = readManifest(`node_modules/${name}/package.json`);
    expect(isAtLeast(version, floor), `${name} ${version}`).toBe(true);
  });

  it('[DU3] SQLite is at least 3.51.3: older versions can corrupt a WAL', () => {
    const database = new Database(':memory:');
    const version = database.prepare('SELECT sqlite_version()').pluck().get() as string;
    database.close();
    expect(isAtLeast(version, '3.51.3'), version).toBe(true);
  });

  it('[R-SHP-06] the project uses the packages the specification names', () => {
    const { dependencies, devDependencies } = readManifest('package.json');
    const named =
      'react react-dom react-router-dom rxdb rxjs workbox-window vite-plugin-pwa hono @hono/node-server better-sqlite3 ' +
      'stripe commander vitest';
    expect(Object.keys({ ...dependencies, ...devDependencies })).toEqual(
      expect.arrayContaining(named.split(' ')),
    );
  });

  it('[T51] every version is exact, and the lock file contains no registry URL', () => {
    const { dependencies, devDependencies } = readManifest('package.json');
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+/.test(version),
    );
    expect(loose).toEqual([]);
    const lock = read('package-lock.json');
    expect(lock).toContain('"integrity"');
    expect(lock).not.toContain('"resolved"');
    expect(/https?:\/\/[^"/]*(?:registry|npmjs|artifact|nexus|proxy)[^"]*/i.exec(lock)?.[0]).toBeUndefined();
  });

  it('[T51] every package is pinned to its SHA-512', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { integrity?: string }>;
    };
    const installed = Object.entries(packages).filter(([path]) => path !== '');
    expect(installed.length).toBeGreaterThan(300);
    const unpinned = installed.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
    expect(unpinned.map(([path]) => path)).toEqual([]);
    // `npm ci` would refuse young packages as well, because the lock file has no addresses.
    expect(read('.npmrc')).not.toContain('min-release-age');
  });

  it('[T51] only better-sqlite3 runs a script when it is installed', () => {
    const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> };
    const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
    expect(allowed).toEqual(['better-sqlite3']);
  });

  it.each([
    ['4.12.34', '4.12.34', true],
    ['4.13.0', '4.12.34', true],
    ['4.9.99', '4.12.34', false],
    ['3.51.2', '3.51.3', false],
    ['8.0.0', '7.12.0', true],
    ['7.12.0-pre.1', '7.12', true],
  ])('%s is at least %s: %s', (version, floor, expected) => {
    expect(isAtLeast(version, floor)).toBe(expected);
  });
});
