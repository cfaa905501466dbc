/** The part of the bundler's module graph used here. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

const MAIN = /\/pwa\/main\.tsx$/;

/**
 * How modules are grouped into files. Each file costs a request: code that every page needs is one file, and code that
 * some pages share comes in few.
 */
export const CHUNK_GROUPS = [
  // The entry point, which decides when all other code is loaded.
  { name: 'start', test: /\/pwa\/(start|after-paint)\.ts$|preload-helper|rolldown.runtime/, priority: 3 },
  // The larger half of what every page needs; new versions of the app rarely change it.
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
  { name: (id: string, graph: ModuleGraph) => (isInApp(id, graph) ? 'app' : null), priority: 2 },
  // Parts that many pages share; on their own they are merged into the file of one page, which all others then load.
  // Few pages show conflicts, rejected changes or a document's content.
  {
    name: 'ui',
    test: /\/pwa\/ui\/(?!conflict|rejected|content\/|password)/,
    minShareCount: 2,
    priority: 1.5,
  },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1500, priority: 1 },
];

/** Shared files are named by their hash alone: a name made of all modules that share it would be too long. */
export function toChunkFileName({ name }: { readonly name: string }): string {
  return `assets/${name.startsWith('shared') ? 'shared' : '[name]'}-[hash].js`;
}

/** Whether the main module imports a module, directly or indirectly. */
function isInApp(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (MAIN.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return graph.getModuleInfo(id)?.importers.some((importer) => isInApp(importer, graph, seen)) ?? false;
}
