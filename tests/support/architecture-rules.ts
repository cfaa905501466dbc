import { findImports, stripComments } from './import-edges.ts';
import { isTest, type SourceFile } from './source-files.ts';

export interface Breach {
  readonly path: string;
  readonly reason: string;
}

interface EdgeRule {
  readonly from: RegExp;
  /** Targets that files matching `from` never import. */
  readonly never: RegExp;
  readonly reason: string;
}

/** The allowed imports between folders. They don't apply to tests. */
const EDGE_RULES: readonly EdgeRule[] = [
  { from: /./, never: /^outside:/, reason: 'the project imports nothing outside its folder' },
  {
    from: /^shared\//,
    never: /^(?:sync-server|pwa|cli|scripts|tests)\//,
    reason: 'shared imports no other folder',
  },
  {
    from: /^shared\/(?!migration\/expression\.ts$)/,
    never: /^(?:node:|npm:(?!valibot$))/,
    reason: 'shared runs on every platform and depends only on Valibot',
  },
  {
    from: /^shared\/migration\/expression\.ts$/,
    never: /^(?:node:|npm:(?!re2js$))/,
    reason: 'this module depends only on RE2JS',
  },
  { from: /^sync-server\//, never: /^(?:pwa|cli|scripts|tests)\//, reason: 'the server imports only shared' },
  {
    from: /^pwa\//,
    never: /^(?:sync-server|cli|scripts|tests)\/|^node:/,
    reason: 'the app imports only shared',
  },
  {
    from: /^cli\//,
    never: /^(?:sync-server|pwa|scripts|tests)\//,
    reason: 'the command line imports only shared',
  },
  {
    from: /^sync-server\/core\//,
    never: /^sync-server\/(?!core\/)/,
    reason: 'core imports no other server folder',
  },
  { from: /^sync-server\/core\//, never: /^npm:(?!valibot$)/, reason: 'core depends only on Valibot' },
  {
    from: /^sync-server\/core\/(?!checkpoint\.ts$)/,
    never: /^node:/,
    reason: 'core is pure and uses no Node module',
  },
  {
    from: /^sync-server\/core\/checkpoint\.ts$/,
    never: /^node:(?!crypto$)/,
    reason: 'core is pure and uses only node:crypto',
  },
  {
    from: /^sync-server\/(?!stores\/|(?:context|main)\.ts$)/,
    never: /^sync-server\/stores\//,
    reason: 'only the composition root creates stores',
  },
  {
    from: /^pwa\/ui\//,
    never: /^pwa\/(?:data|features|app)\//,
    reason: 'the design system imports no data layer and no page',
  },
  { from: /^pwa\/data\//, never: /^pwa\/(?:ui|features|app)\//, reason: 'the data layer imports no screen' },
  { from: /^pwa\/features\//, never: /^pwa\/app\//, reason: 'a feature does not import the app shell' },
  {
    from: /^pwa\/service-worker\//,
    never: /^pwa\/(?!service-worker\/)/,
    reason: 'the service worker is a separate program',
  },
  {
    from: /^cli\/(?:io|formats|import|migration)\//,
    never: /^cli\/(?:commands\/|program\.ts|main\.ts)/,
    reason: 'these modules do not import commands or the program',
  },
];

/** The import rules for tests. */
const TEST_EDGE_RULES: readonly EdgeRule[] = [
  ...EDGE_RULES.slice(0, 1),
  {
    from: /./,
    never: /^sync-server\/http\/[\w-]+-routes?\.ts$/,
    reason: 'tests build the server with createContext and never assemble routes',
  },
];

const MAX_LINES = 400;
const FILE_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:test|module|config|d))*\.(?:ts|tsx|css)$/;
const FOLDER_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const VAGUE_NAME = /^(?:utils?|helpers?|common|types?|index|misc)$/;
const READS_ENVIRONMENT =
  /^(?:scripts|tests)\/|(?:^|\/)(?:config[\w-]*|main|vite\.config|vitest\.config)\.ts$/;
const RE_EXPORT = /^export\b(?:\s+type)?\s*(?:\*|\{[^}]*\}\s*from\b)/m;
const SKIPPED = /\b(?:it|test|describe)(?:\.\w+)*\.(?:skip|skipIf|runIf|only|todo|fails)\b/;
/** The router's components load its code for data and prefetching, which the app doesn't use. */
const ROUTER_LINK = /import \{[^}]*\b(?:Nav)?Link\b[^}]*\} from 'react-router/;
const SQL = /['"`][^'"`]*\b(?:SELECT|INSERT INTO|CREATE TABLE)\s/;

/** Every breach of the import, naming and style rules, with its reason. */
export function findBreaches(files: readonly SourceFile[]): readonly Breach[] {
  return files.flatMap((file) => {
    const reasons = [...findNameFaults(file.path), ...findTextFaults(file), ...findEdgeFaults(file)];
    return reasons.map((reason) => ({ path: file.path, reason }));
  });
}

function findNameFaults(path: string): readonly string[] {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  const isVague = [...folders, name.split('.')[0] ?? ''].some((part) => VAGUE_NAME.test(part));
  return [
    ...(FILE_NAME.test(name) && folders.every((folder) => FOLDER_NAME.test(folder))
      ? []
      : ['names are kebab-case']),
    ...(isVague ? ['the name is too vague'] : []),
  ];
}

function findTextFaults(file: SourceFile): readonly string[] {
  const { path } = file;
  const code = stripComments(file.text);
  const isServer = path.startsWith('sync-server/') && !path.startsWith('sync-server/stores/');
  return [
    ...(countLines(file) > MAX_LINES ? [`${countLines(file)} lines; at most ${MAX_LINES}`] : []),
    ...(RE_EXPORT.test(code) ? ['no re-exports: import a name from the file that defines it'] : []),
    ...(!isTest(path) && !READS_ENVIRONMENT.test(path) && /\bprocess\.env\b/.test(code)
      ? ['only config files read the environment']
      : []),
    ...(isTest(path) && SKIPPED.test(code) ? ['no test is skipped or focused'] : []),
    ...(ROUTER_LINK.test(code) ? ['links come from pwa/ui/link.tsx'] : []),
    ...(isServer && !isTest(path) && SQL.test(code) ? ['SQL belongs only in stores/'] : []),
  ];
}

function findEdgeFaults(file: SourceFile): readonly string[] {
  const { path } = file;
  const rules = isTest(path) ? TEST_EDGE_RULES : EDGE_RULES;
  const applying = rules.filter(({ from }) => from.test(path));
  return findImports(file).flatMap(({ specifier, target }) => {
    const reasons = applying.filter(({ never }) => never.test(target)).map(({ reason }) => reason);
    const [mine, other] = [toFeature(path), toFeature(target)];
    if (!isTest(path) && mine && other && mine !== other)
      reasons.push('a feature does not import another feature');
    const isLocal = !/^(?:npm|node|outside):/.test(target);
    if (isLocal && toExtension(target) === '') reasons.push('imports include the file extension');
    return reasons.map((reason) => `imports ${specifier}: ${reason}`);
  });
}

function toFeature(path: string): string | undefined {
  return /^pwa\/features\/([^/]+)\//.exec(path)?.[1];
}

function toExtension(path: string): string {
  return /\.\w+(?:\?\w+)?$/.exec(path)?.[0] ?? '';
}

function countLines({ text }: SourceFile): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
