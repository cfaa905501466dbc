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
  { from: /./, never: /^outside:/, reason: 'the project stands alone' },
  { from: /^shared\//, never: /^(?:sync-server|pwa|cli|scripts|tests)\//, reason: 'shared knows nobody' },
  {
    from: /^shared\//,
    never: /^(?:node:|npm:(?!valibot$))/,
    reason: 'shared runs everywhere and needs Valibot alone',
  },
  { from: /^sync-server\//, never: /^(?:pwa|cli|scripts|tests)\//, reason: 'the server knows only shared' },
  {
    from: /^pwa\//,
    never: /^(?:sync-server|cli|scripts|tests)\/|^node:/,
    reason: 'the app knows only shared',
  },
  {
    from: /^cli\//,
    never: /^(?:sync-server|pwa|scripts|tests)\//,
    reason: 'the command line knows only shared',
  },
  {
    from: /^sync-server\/core\//,
    never: /^sync-server\/(?!core\/)/,
    reason: 'core knows no http, store, account, payment or mail',
  },
  { from: /^sync-server\/core\//, never: /^npm:(?!valibot$)/, reason: 'core needs Valibot alone' },
  { from: /^sync-server\/core\/(?!checkpoint\.ts$)/, never: /^node:/, reason: 'core is pure: no platform' },
  {
    from: /^sync-server\/core\/checkpoint\.ts$/,
    never: /^node:(?!crypto$)/,
    reason: 'core is pure: hashing alone',
  },
  {
    from: /^sync-server\/(?!stores\/|(?:context|main)\.ts$)/,
    never: /^sync-server\/stores\//,
    reason: 'only the composition root builds stores',
  },
  {
    from: /^pwa\/ui\//,
    never: /^pwa\/(?:data|features|app)\//,
    reason: 'the design system knows no data and no page',
  },
  { from: /^pwa\/data\//, never: /^pwa\/(?:ui|features|app)\//, reason: 'data knows no screen' },
  { from: /^pwa\/features\//, never: /^pwa\/app\//, reason: 'a feature does not know the app around it' },
  {
    from: /^pwa\/service-worker\//,
    never: /^pwa\/(?!service-worker\/)/,
    reason: 'the worker is a program of its own',
  },
  {
    from: /^cli\/(?:io|formats|import|migration)\//,
    never: /^cli\/(?:commands\/|program\.ts|main\.ts)/,
    reason: 'commands stand on io, not the other way',
  },
];

/** The import rules for tests. */
const TEST_EDGE_RULES: readonly EdgeRule[] = [
  ...EDGE_RULES.slice(0, 1),
  {
    from: /./,
    never: /^sync-server\/http\/[\w-]+-routes?\.ts$/,
    reason: 'tests build the product by createContext and never assemble routes',
  },
];

const MAX_LINES = 400;
const FILE_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:test|module|config|d))*\.(?:ts|tsx|css)$/;
const FOLDER_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const VAGUE_NAME = /^(?:utils?|helpers?|common|types?|index|misc)$/;
const READS_ENVIRONMENT =
  /^(?:scripts|tests)\/|(?:^|\/)(?:config[\w-]*|main|vite\.config|vitest\.config)\.ts$/;
const RE_EXPORT = /^export\b(?:\s+type)?\s*(?:\*|\{[^}]*\}\s*from\b)/m;
const LEFT_OUT = /\b(?:it|test|describe)(?:\.\w+)*\.(?:skip|skipIf|runIf|only|todo|fails)\b/;
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
    ...(isVague ? ['a name says what it holds'] : []),
  ];
}

function findTextFaults(file: SourceFile): readonly string[] {
  const { path } = file;
  const code = stripComments(file.text);
  const isServer = path.startsWith('sync-server/') && !path.startsWith('sync-server/stores/');
  return [
    ...(countLines(file) > MAX_LINES ? [`${countLines(file)} lines; at most ${MAX_LINES}`] : []),
    ...(RE_EXPORT.test(code) ? ['a name is imported from where it stands: no re-export'] : []),
    ...(!isTest(path) && !READS_ENVIRONMENT.test(path) && /\bprocess\.env\b/.test(code)
      ? ['only config files read the environment']
      : []),
    ...(isTest(path) && LEFT_OUT.test(code) ? ['no test is left out'] : []),
    ...(isServer && !isTest(path) && SQL.test(code) ? ['SQL stands in stores/ alone'] : []),
  ];
}

function findEdgeFaults(file: SourceFile): readonly string[] {
  const { path } = file;
  const rules = isTest(path) ? TEST_EDGE_RULES : EDGE_RULES;
  const applying = rules.filter(({ from }) => from.test(path));
  return findImports(file).flatMap(({ specifier, target }) => {
    const reasons = applying.filter(({ never }) => never.test(target)).map(({ reason }) => reason);
    const [mine, other] = [toFeature(path), toFeature(target)];
    if (!isTest(path) && mine && other && mine !== other) reasons.push('a feature does not know another');
    const isLocal = !/^(?:npm|node|outside):/.test(target);
    if (isLocal && toExtension(target) === '') reasons.push('extensions are written out');
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
