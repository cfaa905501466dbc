import { posix } from 'node:path';
import type { SourceFile } from './source-files.ts';

const ALIASES: Readonly<Record<string, string>> = {
  '#shared/': 'shared/',
  '#server/': 'sync-server/',
  '#pwa/': 'pwa/',
  '#cli/': 'cli/',
};

const STATEMENT = /^[ \t]*(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*['"]([^'"]+)['"]/gm;
const CALL = /\bimport\(\s*['"]([^'"]+)['"]/g;

/** One import: a path from the root, `node:…`, `npm:<package>`, or `outside:<specifier>` for a path that leaves the project. */
export interface ImportEdge {
  readonly specifier: string;
  readonly target: string;
}

/** The text without comments. A heuristic for formatted code. */
export function stripComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

/** A file's imports, type imports included. */
export function findImports({ path, text }: SourceFile): readonly ImportEdge[] {
  if (path.endsWith('.css')) return [];
  const code = stripComments(text);
  return [...code.matchAll(STATEMENT), ...code.matchAll(CALL)].map(([, specifier = '']) => ({
    specifier,
    // Without the bundler's query, e.g. `?worker&url`.
    target: toTarget(path, specifier.replace(/\?[\w&]+$/, '')),
  }));
}

function toTarget(path: string, specifier: string): string {
  const alias = Object.keys(ALIASES).find((prefix) => specifier.startsWith(prefix));
  if (alias !== undefined) return ALIASES[alias] + specifier.slice(alias.length);
  if (specifier.startsWith('.')) {
    const target = posix.join(posix.dirname(path), specifier);
    return target.startsWith('..') ? `outside:${specifier}` : target;
  }
  if (specifier.startsWith('/')) return `outside:${specifier}`;
  if (specifier.startsWith('node:')) return specifier;
  const name = specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1);
  return `npm:${name.join('/')}`;
}
