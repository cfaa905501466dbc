/** What the bundler tells of a module. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

const MAIN = /\/pwa\/main\.tsx$/;

/**
 * Which modules travel together. Each file costs a journey of its own: what every page needs is one, and what only some
 * of them share comes in few.
 */
export const CHUNK_GROUPS = [
  // What decides when all other code is asked for.
  { name: 'start', test: /\/pwa\/(start|after-paint)\.ts$|preload-helper|rolldown.runtime/, priority: 3 },
  // The larger half of what every page needs, and the one that a new version of the app doesn't change.
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
  { name: (id: string, graph: ModuleGraph) => (isInApp(id, graph) ? 'app' : null), priority: 2 },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1500, priority: 1 },
];

/** A shared file is called after nothing but its content: the names of all that share it would be longer than it is. */
export function toChunkFileName({ name }: { readonly name: string }): string {
  return `assets/${name.startsWith('shared') ? 'shared' : '[name]'}-[hash].js`;
}

/** Whether the app can't begin without a module: its main module imports it, or something that it imports. */
function isInApp(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (MAIN.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return graph.getModuleInfo(id)?.importers.some((importer) => isInApp(importer, graph, seen)) ?? false;
}
