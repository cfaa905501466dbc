import { findImports } from './import-edges.ts';
import { isTestFile, type SourceFile } from './source-files.ts';

/** Ids such as `R-CRT-03` and `PL4` in brackets at the front of the string literals of a test file. */
export function collectTitleIds({ text }: SourceFile): readonly string[] {
  return [...text.matchAll(/['"`]((?:\[[A-Z][A-Z0-9-]*\d\]\s*)+)/g)].flatMap(([, ids = '']) =>
    [...ids.matchAll(/\[([^\]]+)\]/g)].map(([, id = '']) => id),
  );
}

/** Test files, and the contract suites (`…-contract.ts`) they run, directly or through another suite. */
export function findTitledFiles(files: readonly SourceFile[]): readonly SourceFile[] {
  const contracts = files.filter(({ path }) => path.endsWith('-contract.ts'));
  const titled = files.filter(({ path }) => isTestFile(path));
  for (const file of titled) {
    const targets = new Set(findImports(file).map(({ target }) => target));
    // The loop visits the files added here too.
    titled.push(...contracts.filter((one) => targets.has(one.path) && !titled.includes(one)));
  }
  return titled;
}
