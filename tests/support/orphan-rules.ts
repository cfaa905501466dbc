import { findImports, stripComments } from './import-edges.ts';
import { isTest, type SourceFile } from './source-files.ts';

/** Entry points of the programs, and modules that the build substitutes for a package. */
const ENTRY_POINTS: readonly RegExp[] = [
  /^pwa\/(?:start\.ts|early-input\.ts|render\.tsx)$/,
  /^pwa\/service-worker\/service-worker\.ts$/,
  /^pwa\/data\/store\/tab-channel\.ts$/,
  /^(?:sync-server|cli)\/main\.ts$/,
  /^sync-server\/files\/picture-process\.ts$/,
  /^scripts\//,
  /^[\w-]+\.config\.ts$/,
];

/** Files that no screen uses yet. This list only shrinks. */
export const WAITING: readonly string[] = [];

const IMPORT =
  /import\s+(?:type\s+)?(?:[\w$]+\s*,?\s*)?(\{[^}]*\}|\*\s+as\s+\w+)?\s*from\s*['"]([^'"]+)['"]/g;
const EXPORT = /^export\s+(?:async\s+)?(?:function\*?|const|class|interface|type)\s+([\w$]+)/gm;
const STYLE_IMPORT = /@import\s+(?:url\()?['"]([^'"]+)['"]/g;

/** Gateway methods that no product file calls, apart from files that match `adapters`. */
export function findUncalled(
  files: readonly SourceFile[],
  methods: readonly string[],
  adapters: RegExp,
): readonly string[] {
  const callers = files.filter(({ path }) => isProduct(path) && !adapters.test(path));
  return methods.filter(
    (method) =>
      !callers.some(({ text }) => new RegExp(`gateway\\??\\.${method}\\(`).test(stripComments(text))),
  );
}

/** Product files that no program imports. */
export function findUnreached(files: readonly SourceFile[]): readonly string[] {
  const reached = findReached(files);
  return files
    .map(({ path }) => path)
    .filter((path) => isProduct(path) && !reached.has(path) && !WAITING.includes(path));
}

/** Files that a program imports, directly or through others. */
export function findReached(files: readonly SourceFile[]): ReadonlySet<string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reached = new Set<string>();
  const waiting = files.map(({ path }) => path).filter((path) => ENTRY_POINTS.some((one) => one.test(path)));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const file = byPath.get(path);
    if (!file || reached.has(path)) continue;
    reached.add(path);
    waiting.push(...findTargets(file));
  }
  return reached;
}

/** Import cycles of product files, type imports included. */
export function findCircles(files: readonly SourceFile[]): readonly (readonly string[])[] {
  const targets = new Map(
    files.filter(({ path }) => isProduct(path)).map((file) => [file.path, findTargets(file)]),
  );
  // Tarjan's strongly connected components.
  const order = new Map<string, number>();
  const open: string[] = [];
  const circles: (readonly string[])[] = [];
  function visit(path: string): number {
    const own = order.size;
    order.set(path, own);
    let low = own;
    open.push(path);
    for (const target of targets.get(path) ?? []) {
      if (!targets.has(target)) continue;
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, order.get(target) ?? low);
    }
    if (low === own) {
      const circle = open.splice(open.indexOf(path));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low;
  }
  for (const path of targets.keys()) if (!order.has(path)) visit(path);
  return circles;
}

/**
 * Whether a test's titles count: it imports a product file that is part of a program or on the waiting list, or none at
 * all, as tests of the built programs do.
 */
export function reachesProgram(test: SourceFile, reached: ReadonlySet<string>): boolean {
  const subjects = findTargets(test).filter(isProduct);
  return subjects.length === 0 || subjects.some((path) => reached.has(path) || WAITING.includes(path));
}

/** Exports that neither their own file nor another product file uses. */
export function findDeadExports(files: readonly SourceFile[]): readonly string[] {
  const used = new Map<string, Set<string>>();
  for (const file of files.filter(({ path }) => !isTest(path))) {
    for (const [target, names] of findImportedNames(file)) {
      const known = used.get(target) ?? new Set();
      used.set(target, known);
      for (const name of names) known.add(name);
    }
  }
  return files
    .filter(({ path }) => isProduct(path) && !WAITING.includes(path))
    .flatMap(({ path, text }) => {
      const code = stripComments(text);
      const names = [...code.matchAll(EXPORT)].map(([, name = '']) => name);
      const isNeeded = (name: string) =>
        used.get(path)?.has(name) || used.get(path)?.has('*') || countOf(name, code) > 1;
      const isEntry = ENTRY_POINTS.some((one) => one.test(path));
      return isEntry ? [] : names.filter((name) => !isNeeded(name)).map((name) => `${path} ${name}`);
    });
}

const SHORT_LINES = 40;

/** Short files whose only importer is in the same folder; most belong in that file. */
export function findShortNeighbours(files: readonly SourceFile[]): {
  readonly found: readonly string[];
  /** Share of all product files, 0-1. */
  readonly share: number;
} {
  const product = files.filter(({ path }) => isProduct(path));
  const users = new Map<string, Set<string>>();
  for (const file of product) {
    for (const target of findTargets(file))
      users.set(target, (users.get(target) ?? new Set()).add(file.path));
  }
  const found = product
    .filter(({ path, text }) => {
      const [user, ...others] = users.get(path) ?? [];
      const isNeighbours = user !== undefined && others.length === 0 && folderOf(user) === folderOf(path);
      return isNeighbours && text.split('\n').length <= SHORT_LINES;
    })
    .map(({ path }) => path);
  return { found, share: found.length / product.length };
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function isProduct(path: string): boolean {
  return /^(?:shared|sync-server|pwa|cli)\//.test(path) && !isTest(path);
}

function findTargets(file: SourceFile): readonly string[] {
  if (!file.path.endsWith('.css')) return findImports(file).map(({ target }) => target);
  const folder = folderOf(file.path);
  return [...file.text.matchAll(STYLE_IMPORT)].map(([, name = '']) => folder + name.replace(/^\.\//, ''));
}

/** Imported names by target. A dynamic import counts as importing every name. */
function findImportedNames(
  file: SourceFile,
): readonly (readonly [target: string, names: readonly string[]])[] {
  const code = stripComments(file.text);
  const targets = new Map(findImports(file).map(({ specifier, target }) => [specifier, target]));
  const loaded = [...code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)].map(
    ([, specifier = '']) => [targets.get(specifier) ?? '', ['*']] as const,
  );
  const named = [...code.matchAll(IMPORT)].map(
    ([, names = '', specifier = '']) => [targets.get(specifier) ?? '', toNames(names)] as const,
  );
  return [...loaded, ...named];
}

function toNames(clause: string): readonly string[] {
  if (clause.startsWith('*')) return ['*'];
  return clause
    .replace(/[{}]/g, '')
    .split(',')
    .map(
      (name) =>
        name
          .trim()
          .replace(/^type /, '')
          .split(' ')[0] ?? '',
    );
}

function countOf(name: string, code: string): number {
  return code.split(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`)).length - 1;
}
