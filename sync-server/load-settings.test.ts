import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadSettings } from './load-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'nankeen-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, '.env');

function load(text: string, environment: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  writeFileSync(file, text);
  loadSettings(file, environment);
  return environment;
}

test('[R-CST-11] settings come from a file, and those of the environment win', () => {
  const text = '# a comment\n\nPORT=1 # the port\nexport HOST = 0.0.0.0\r\nDATA_DIR="a #1\n  b=c"\n';
  expect(load(text, { PORT: '2' })).toEqual({ PORT: '2', HOST: '0.0.0.0', DATA_DIR: 'a #1\n  b=c' });
});

test('[R-CST-11] a byte order mark hides no setting', () => {
  expect(load('\ufeffPRODUCTION=true\n')).toEqual({ PRODUCTION: 'true' });
});

test.each([
  ['PORT=1 # see issue#5', { PORT: '1' }],
  ['PORT=1 ## the port', { PORT: '1' }],
  ['HOST=0.0.0.0 # https://a/b#c', { HOST: '0.0.0.0' }],
  ['PORT="1"#the port', { PORT: '1' }],
  ['A="1" # "2"\r\nB=3\r\n', { A: '1', B: '3' }],
  ['# Write A="x or\nTOKEN="abc"', { TOKEN: 'abc' }],
  ["KEY=a='b\nPORT=3\nX=''", { KEY: "a='b", PORT: '3', X: '' }],
])('[R-CST-11] quotes and comments of %j are read as meant', (text, settings) => {
  expect(load(text)).toEqual(settings);
});

test.each([
  ['PRODUCTION: true\nPORT=1', 'line 1: this is no setting. Write NAME=value.'],
  ['PORT=1\n\nthe port', 'line 3: this is no setting. Write NAME=value.'],
  ['PORT=1\nADMIN_TOKEN=abcdefgh#qrst', 'line 2: a # begins a comment. Put the value in quotes.'],
  ['A=#1', 'line 1: a # begins a comment. Put the value in quotes.'],
  ['A="1"2', 'line 1: what stands behind the quotes is left out. Put the whole value in quotes.'],
  ['A="1\n2"\nB', 'line 3: this is no setting. Write NAME=value.'],
])('[R-CST-11] what would be left out of %j keeps the server from starting', (text, fault) => {
  const environment = {};
  expect(() => load(text, environment)).toThrow(`The server did not start because of ${file}:\n  - ${fault}`);
  expect(environment).toEqual({});
});

test('[R-CST-11] a file that can’t be read is named', () => {
  expect(() => loadSettings(folder, {})).toThrow(`${folder} can’t be read`);
});
