import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../support/source-files.ts';

const TABLE = readFileSync(`${PROJECT_ROOT}docs/asvs.md`, 'utf8');
const SECURITY = readFileSync(`${PROJECT_ROOT}docs/security.md`, 'utf8');

/** How many requirements of levels 1 and 2 each chapter of ASVS 5.0 has. */
const CHAPTERS = { 1: 27, 2: 11, 3: 19, 4: 10, 5: 9, 6: 35, 7: 18, 8: 7, 9: 7 };
const LATER_CHAPTERS = { 10: 29, 11: 14, 12: 9, 13: 13, 14: 9, 15: 13, 16: 16, 17: 7 };
const STATES = ['met', 'not applicable', 'deviation', 'open'];

interface Row {
  readonly number: string;
  readonly words: string;
  readonly state: string;
  readonly proof: string;
}

const ROWS: readonly Row[] = [
  ...TABLE.matchAll(/^\| (\d+\.\d+\.\d+) +\| (.*?) +\| (.*?) +\| (.*?) +\|$/gmu),
].map(([, number = '', words = '', state = '', proof = '']) => ({ number, words, state, proof }));

const pathsIn = (text: string) =>
  [...text.matchAll(/`((?:docs|tests|sync-server|shared|pwa|cli|scripts)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );

describe('the table of ASVS 5.0, level 2', () => {
  it('has each of the 253 requirements once, with a known state and a reason or proof', () => {
    expect(ROWS).toHaveLength(253);
    expect(new Set(ROWS.map(({ number }) => number)).size).toBe(253);
    const found: Record<string, number> = {};
    for (const { number } of ROWS) {
      const [chapter = ''] = number.split('.');
      found[chapter] = (found[chapter] ?? 0) + 1;
    }
    expect(found).toEqual({ ...CHAPTERS, ...LATER_CHAPTERS });
    for (const row of ROWS) {
      expect(STATES).toContain(row.state);
      expect(row.words.length, row.number).toBeGreaterThan(8);
      expect(row.proof.length, row.number).toBeGreaterThan(4);
    }
  });

  it('counts the rows of each state', () => {
    for (const state of STATES) {
      const counted = new RegExp(`^\\| ${state} +\\| (\\d+) +\\|`, 'mu').exec(TABLE)?.[1];
      const rows = ROWS.filter((row) => row.state === state);
      expect([state, Number(counted)]).toEqual([state, rows.length]);
    }
  });

  it('names a file for all that is met, and an owner for each deviation', () => {
    const unproved = ROWS.filter(({ state, proof }) => state === 'met' && !/`[^`]+`|\]\(/.test(proof));
    expect(unproved.map(({ number }) => number)).toEqual([]);
    const orphans = ROWS.filter(({ state, proof }) => state === 'deviation' && !proof.includes('Owner: '));
    expect(orphans.map(({ number }) => number)).toEqual([]);
  });

  it('names only files that exist and mention the ids after them, and headings that exist', () => {
    const missing = ROWS.flatMap(({ number, proof }) =>
      pathsIn(proof)
        .filter((path) => !existsSync(PROJECT_ROOT + path))
        .map((path) => `${number} ${path}`),
    );
    expect(missing).toEqual([]);
    const unnamed = ROWS.flatMap(({ number, proof }) =>
      [...proof.matchAll(/`([\w./-]+\/[\w./-]+)`((?: \[[A-Z]+\d+\])+)/g)].flatMap(
        ([, path = '', ids = '']) => {
          const text = readFileSync(PROJECT_ROOT + path, 'utf8');
          return [...ids.matchAll(/\[\w+\]/g)]
            .filter(([id]) => !text.includes(id))
            .map(([id]) => `${number} ${path} ${id}`);
        },
      ),
    );
    expect(unnamed).toEqual([]);
    const headings = new Set(
      [...SECURITY.matchAll(/^#+ (.+)$/gmu)].map(([, title = '']) =>
        title.toLowerCase().replaceAll(' ', '-'),
      ),
    );
    const links = [...TABLE.matchAll(/\]\(security\.md#([\w-]+)\)/g)].map(([, anchor = '']) => anchor);
    expect(links.filter((anchor) => !headings.has(anchor))).toEqual([]);
    expect(pathsIn(SECURITY).filter((path) => !existsSync(PROJECT_ROOT + path))).toEqual([]);
  });
});
