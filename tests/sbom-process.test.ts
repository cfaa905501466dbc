import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT_ROOT } from './support/source-files.ts';

interface Bill {
  readonly bomFormat: string;
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly hashes?: readonly { readonly alg: string }[];
  }[];
}

interface Package {
  /** Absent unless it differs from the folder's. */
  readonly name?: string;
  readonly version: string;
}

const readJson = <Content>(file: string) =>
  JSON.parse(readFileSync(join(PROJECT_ROOT, file), 'utf8')) as Content;

test('[T51] npm sbom lists every installed package with its version and checksum, without a network', () => {
  const manifest = readJson<{ readonly scripts: { readonly sbom: string } }>('package.json');
  const [command = '', file = ''] = manifest.scripts.sbom.split(' > ');
  expect(file).toBe('dist/sbom.json');
  const options = { cwd: PROJECT_ROOT, encoding: 'utf8', maxBuffer: 1e8, stdio: 'pipe' } as const;
  const bill = JSON.parse(execSync(`${command} --offline`, options)) as Bill;
  expect(bill.bomFormat).toBe('CycloneDX');
  // What npm has installed here; the lock file also names packages of other platforms.
  const { packages } = readJson<{ readonly packages: Readonly<Record<string, Package>> }>(
    'node_modules/.package-lock.json',
  );
  const installed = Object.entries(packages).map(
    ([path, { name, version }]) => `${name ?? path.replace(/^.*node_modules\//, '')}@${version}`,
  );
  const listed = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
  expect(installed.filter((one) => !listed.has(one))).toEqual([]);
  expect(installed.length).toBeGreaterThan(300);
  const unhashed = bill.components.filter(({ hashes }) => hashes?.[0]?.alg !== 'SHA-512');
  expect(unhashed).toEqual([]);
});
