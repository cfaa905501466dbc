import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBreaches } from './support/architecture-rules.ts';
import { findImports } from './support/import-edges.ts';
import {
  findCircles,
  findDeadExports,
  findShortNeighbours,
  findUncalled,
  findUnreached,
  WAITING,
} from './support/orphan-rules.ts';
import { isTestFile, PROJECT_ROOT, readSourceFiles } from './support/source-files.ts';

const files = readSourceFiles();

/** The numbered steps below a heading of ARCHITECTURE.md. */
function readJourney(heading: string): string {
  const text = readFileSync(join(PROJECT_ROOT, 'ARCHITECTURE.md'), 'utf8');
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return section.match(/^(?:\d+\. .*|   .*)$/gm)?.join('\n') ?? '';
}

describe('the architecture rules', () => {
  it('no file breaks a boundary or the rules for names, lengths and exports', () => {
    const breaches = findBreaches(files).map(({ path, reason }) => `${path} ${reason}`);
    expect(breaches, `breaches:\n${breaches.join('\n')}`).toEqual([]);
  });

  it('every product file is reachable from a program, and every export is used', () => {
    expect(findUnreached(files)).toEqual([]);
    expect(findDeadExports(files)).toEqual([]);
  });

  it('files that wait for their screen exist and are unreachable', () => {
    expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining([...WAITING]));
    const others = files.filter(({ path }) => !WAITING.includes(path));
    expect(findUnreached(others)).toEqual([]);
  });

  it('every method of the payment gateway is called', () => {
    const adapters = /^sync-server\/payments\/(?:payment-gateway|stripe-gateway|simulator\/)/;
    const { text = '' } = files.find(({ path }) => path === 'sync-server/payments/payment-gateway.ts') ?? {};
    const methods = [...text.matchAll(/^ {2}(\w+)\(/gm)].map(([, name = '']) => name);
    expect(methods).toContain('retrieveSession');
    expect(findUncalled(files, methods, adapters)).toEqual([]);
  });

  it('no screen but the outage text says that the device is offline: the server may be out of reach', () => {
    const own = files.filter(({ path }) => path.startsWith('pwa/') && !isTestFile(path));
    const saying = own.filter(({ text }) => /Offline:|[Yy]ou['’]re offline/.test(text));
    expect(saying.map(({ path }) => path)).toEqual(['pwa/ui/outage.ts']);
  });

  it('product files have no import cycles, type imports included', () => {
    expect(findCircles(files)).toEqual([]);
  });

  it('few short files have a neighbour as their only importer, and style sheets stay few', () => {
    const { found, share } = findShortNeighbours(files);
    expect(share, found.join('\n')).toBeLessThanOrEqual(0.08);
    expect(files.filter(({ path }) => path.endsWith('.css')).length).toBeLessThanOrEqual(80);
  });

  it.each([
    ['The journey of one write', 24],
    ['The journey of one page', 28],
  ])('ARCHITECTURE.md tells “%s” in at most %i files, all of which exist', (heading, most) => {
    const steps = readJourney(heading);
    const names = new Set([...steps.matchAll(/`([\w./-]+\.(?:tsx?|css))`/g)].map(([, name = '']) => name));
    expect(names.size).toBeGreaterThan(most / 2);
    expect(names.size).toBeLessThanOrEqual(most);
    const isThere = (name: string) => files.some(({ path }) => path === name || path.endsWith(`/${name}`));
    expect([...names].filter((name) => !isThere(name))).toEqual([]);
  });

  it('[R-SHP-05] the top level has the folders and files the specification names', () => {
    const named = [
      'package.json',
      'pwa',
      'sync-server',
      'cli',
      'shared',
      'tsconfig.json',
      'vite.config.ts',
      'tests',
    ];
    expect(readdirSync(PROJECT_ROOT)).toEqual(expect.arrayContaining(named));
  });
});

describe('the rule checker', () => {
  const check = (path: string, text: string) => findBreaches([{ path, text }]).map(({ reason }) => reason);

  it.each([
    [
      'shared/domain/cart.ts',
      "import { hash } from '#server/core/hash.ts';",
      'shared imports no other folder',
    ],
    [
      'shared/domain/cart.ts',
      "import type { Db } from '../../pwa/data/database.ts';",
      'shared imports no other folder',
    ],
    ['shared/domain/cart.ts', "import { z } from 'zod';", 'depends only on Valibot'],
    ['shared/migration/where.ts', "import { RE2JS } from 're2js';", 'depends only on Valibot'],
    ['shared/migration/expression.ts', "import { parse } from 'valibot';", 'depends only on RE2JS'],
    ['shared/domain/cart.ts', "import { join } from 'node:path';", 'runs on every platform'],
    [
      'shared/domain/cart.ts',
      "import x from '../../../shared/spec.ts';",
      'imports nothing outside its folder',
    ],
    [
      'shared/domain/cart.test.ts',
      "import x from '/elsewhere/spec.ts';",
      'imports nothing outside its folder',
    ],
    ['sync-server/http/a.ts', "import {\n  a,\n  b,\n} from '#cli/program.ts';", 'imports only shared'],
    ['pwa/data/a.ts', "const a = await import('#server/core/push.ts');", 'imports only shared'],
    ['cli/commands/a.ts', "import '#pwa/main.tsx';", 'imports only shared'],
    ['cli/io/a.ts', "import { run } from '../program.ts';", 'do not import commands'],
    [
      'sync-server/core/push.ts',
      "import type { Mail } from '../mail/mailer.ts';",
      'core imports no other server folder',
    ],
    [
      'sync-server/core/push.ts',
      "import { createHash } from 'node:crypto';",
      'core is pure and uses no Node module',
    ],
    ['sync-server/core/checkpoint.ts', "import { readFileSync } from 'node:fs';", 'uses only node:crypto'],
    ['sync-server/core/push.ts', "import { Hono } from 'hono';", 'core depends only on Valibot'],
    [
      'sync-server/http/a.ts',
      "import { createSqliteStore } from '../stores/sqlite/sqlite-store.ts';",
      'composition root',
    ],
    [
      'sync-server/server-app.ts',
      "import { createSqliteStore } from './stores/sqlite/sqlite-store.ts';",
      'composition root',
    ],
    [
      'tests/support/a.ts',
      "import { syncRoutes } from '#server/http/sync-routes.ts';",
      'never assemble routes',
    ],
    [
      'pwa/features/cart/a.tsx',
      "import { b } from '../home/b.tsx';",
      'a feature does not import another feature',
    ],
    ['pwa/features/cart/a.tsx', "import { b } from '#pwa/app/b.tsx';", 'does not import the app shell'],
    ['pwa/ui/a.tsx', "import { b } from '#pwa/data/b.ts';", 'the design system imports no data layer'],
    ['pwa/data/a.ts', "import { b } from '../ui/b.tsx';", 'the data layer imports no screen'],
    ['pwa/service-worker/a.ts', "import { b } from '../data/b.ts';", 'a separate program'],
    ['pwa/ui/a.tsx', "import { b } from './b';", 'imports include the file extension'],
    ['pwa/ui/a.ts', "export * from './b.ts';", 'no re-exports'],
    ['pwa/ui/a.ts', "export { b } from './b.ts';", 'no re-exports'],
    ['sync-server/http/a.ts', "const port = process.env['PORT'];", 'only config files'],
    [
      'sync-server/http/a.ts',
      'const rows = db.prepare(`SELECT * FROM head`);',
      'SQL belongs only in stores/',
    ],
    ['pwa/ui/a.test.tsx', `it.${'skip'}('works', () => {});`, 'no test is skipped or focused'],
    ['pwa/ui/Button.tsx', '', 'kebab-case'],
    ['pwa/Ui/button.tsx', '', 'kebab-case'],
    ['shared/kernel/utils.ts', '', 'the name is too vague'],
    ['shared/helpers/a.ts', '', 'the name is too vague'],
  ])('reports %s: %j', (path, text, reason) => {
    expect(check(path, text)).toEqual([expect.stringContaining(reason)]);
  });

  it('reports a file of 401 lines and accepts one of 400', () => {
    expect(check('pwa/ui/a.ts', '\n'.repeat(401))).toEqual(['401 lines; at most 400']);
    expect(check('pwa/ui/a.ts', '\n'.repeat(400))).toEqual([]);
  });

  it('reports an import cycle and accepts two paths to one file', () => {
    const file = (name: string, ...targets: readonly string[]) => ({
      path: `shared/domain/${name}.ts`,
      text: targets.map((target) => `import type { X } from './${target}.ts';`).join('\n'),
    });
    const tree = [file('a', 'b', 'c'), file('b', 'd'), file('c', 'd'), file('d')];
    expect(findCircles(tree)).toEqual([]);
    const circle = [...tree.slice(0, 3), file('d', 'b')];
    expect(findCircles(circle)).toEqual([['shared/domain/b.ts', 'shared/domain/d.ts']]);
  });

  it('recognises a call of a gateway method', () => {
    const caller = { path: 'sync-server/http/a.ts', text: 'await gateway.price(id);' };
    expect(findUncalled([caller], ['price', 'product'], /never/)).toEqual(['product']);
  });

  it('reports unreachable files and unused exports', () => {
    const planted = [
      {
        path: 'cli/main.ts',
        text: "import { run } from './program.ts';\nconst later = () => import('./late.ts');",
      },
      { path: 'cli/program.ts', text: 'export const run = 1;\nexport const left = 2;' },
      { path: 'cli/late.ts', text: 'export const late = 1;' },
      {
        path: 'cli/alone.ts',
        text: "import { run } from './program.ts';\nexport interface Alone {}\nconst one: Alone = {};",
      },
      { path: 'cli/alone.test.ts', text: "import { left } from './program.ts';\nimport './alone.ts';" },
    ];
    expect(findUnreached(planted)).toEqual(['cli/alone.ts']);
    expect(findDeadExports(planted)).toEqual(['cli/program.ts left']);
  });

  it('reports short files whose only importer is a neighbour', () => {
    const planted = [
      {
        path: 'cli/io/a.ts',
        text: "import { b } from './b.ts';\nimport { c } from './c.ts';\nimport '../d.ts';",
      },
      { path: 'cli/io/b.ts', text: "import { c } from './c.ts';" },
      { path: 'cli/io/c.ts', text: 'export const c = 1;' },
      { path: 'cli/d.ts', text: '' },
      { path: 'cli/io/long.ts', text: '\n'.repeat(40) },
      { path: 'cli/io/user.ts', text: "import './long.ts';" },
    ];
    expect(findShortNeighbours(planted)).toEqual({ found: ['cli/io/b.ts'], share: 1 / 6 });
  });

  it.each([
    ['pwa/features/cart/a.tsx', "import { b } from '#pwa/ui/b.tsx';\nimport c from './c.module.css';\n"],
    ['sync-server/core/checkpoint.ts', "import { createHash } from 'node:crypto';\n"],
    ['sync-server/context.ts', "import { openSqliteStorage } from './stores/sqlite/open-storage.ts';\n"],
    ['sync-server/main.ts', 'start(process.env);\n'],
    ['sync-server/http/a.ts', "// import { a } from '#pwa/a.ts' and process.env, in a comment\n"],
    ['sync-server/http/a.test.ts', "import { b } from '../../tests/support/b.ts';\n"],
    ['pwa/ui/b.module.css', '.a { color: red; }\n'],
  ])('accepts %s: %j', (path, text) => {
    expect(check(path, text)).toEqual([]);
  });

  it('finds the imports of the real files', () => {
    const edges = files.flatMap((file) => findImports(file).map(({ target }) => target));
    expect(edges.length).toBeGreaterThan(1000);
    expect(edges).toEqual(
      expect.arrayContaining(['shared/sync/merge.ts', 'npm:hono', 'node:crypto', 'pwa/ui/button.tsx']),
    );
  });
});
