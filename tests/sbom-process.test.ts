import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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

test('[T51] npm sbom lists every installed package with its version and checksum, without a network', () => {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--offline'];
  const options = { cwd: PROJECT_ROOT, encoding: 'utf8', maxBuffer: 1e8, stdio: 'pipe' } as const;
  const bill = JSON.parse(execFileSync('npm', args, options)) as Bill;
  expect(bill.bomFormat).toBe('CycloneDX');
  const manifest = JSON.parse(readFileSync(`${PROJECT_ROOT}package.json`, 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  const listed = new Map(bill.components.map(({ name, version }) => [name, version]));
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))
    expect([name, listed.has(name)]).toEqual([name, true]);
  const unhashed = bill.components.filter(({ hashes }) => hashes?.[0]?.alg !== 'SHA-512');
  expect(unhashed).toEqual([]);
  expect(bill.components.length).toBeGreaterThan(300);
});
