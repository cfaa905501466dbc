/** The part of the bundler's module graph used here. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

const MAIN = /\/pwa\/main\.tsx$/;
const LOCAL_STORE = /\/pwa\/data\/store\/browser-stores\.ts$/;
/** RxDB imports it for functions that the app doesn't call. */
const UPLOADER_ONLY = /\/node_modules\/js-base64\//;
/** Pages that are shown before the local store is loaded. */
const FIRST_PAGES = [
  MAIN,
  /\/pwa\/app\/home-screen\.tsx$/,
  /\/pwa\/features\/(home|catalogue|legal)\/[\w-]+\.tsx$/,
];
/** Pages that write, and what a page loads later. */
const LATER_PAGES = [
  /\/pwa\/features\/enquiry\/[\w-]+\.tsx$/,
  /\/pwa\/features\/cart\/checkout-page\.tsx$/,
  /\/pwa\/data\/files\/open-file-queue\.ts$/,
  /\/pwa\/data\/session\/page-identity\.ts$/,
];

/**
 * How modules are grouped into files. Each file costs a request: code that every page needs is one file, and code that
 * some pages share comes in few.
 */
export const CHUNK_GROUPS = [
  // The entry point, which decides when all other code is loaded.
  { name: 'start', test: /\/pwa\/(start|after-paint)\.ts$|preload-helper|rolldown.runtime/, priority: 3 },
  // The larger half of what every page needs; new versions of the app rarely change it.
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
  { name: (id: string, graph: ModuleGraph) => (isNeededBy([MAIN], id, graph) ? 'app' : null), priority: 2 },
  // Parts that many pages share; on their own they are merged into the file of one page, which all others then load.
  // Few pages show conflicts, rejected changes or a document's content.
  {
    name: 'ui',
    test: /\/pwa\/ui\/(?!conflict|rejected|content\/|password)/,
    minShareCount: 2,
    priority: 1.5,
  },
  sharedBy(FIRST_PAGES, 1.3),
  // The local store, which every page loads when it is idle, and what only pages of accounts and staff share with it.
  {
    name: (id: string, graph: ModuleGraph) =>
      isNeededBy([LOCAL_STORE], id, graph) && !UPLOADER_ONLY.test(id) ? 'store' : null,
    priority: 1.2,
  },
  sharedBy(LATER_PAGES, 1),
  // What only the pages of accounts and staff share is one file, which the worker caches during the first visit.
  { name: 'pages', minShareCount: 2, priority: 0.5 },
];

/** Parts that some entries share with others come in few files, so that each page loads little that it doesn't need. */
function sharedBy(entries: readonly RegExp[], priority: number) {
  return {
    name: (id: string, graph: ModuleGraph) => (isNeededBy(entries, id, graph) ? 'shared' : null),
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 1500,
    priority,
  };
}

/** Shared files are named by their hash alone: a name made of all modules that share it would be too long. */
export function toChunkFileName({ name }: { readonly name: string }): string {
  return `assets/${name.startsWith('shared') ? 'shared' : '[name]'}-[hash].js`;
}

/** Whether one of some modules imports a module, directly or indirectly. */
function isNeededBy(
  some: readonly RegExp[],
  id: string,
  graph: ModuleGraph,
  seen = new Set<string>(),
): boolean {
  if (some.some((one) => one.test(id))) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  return importers.some((importer) => isNeededBy(some, importer, graph, seen));
}
