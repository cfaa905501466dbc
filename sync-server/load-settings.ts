import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { AppError } from '#shared/kernel/app-error.ts';

const SETTING = /^\s*(?:export\s+)?[A-Za-z_]\w*\s*=/;
/** A whole quoted value, with a comment behind it. */
const QUOTED = /^([^#=\n]*=)[^\S\n]*(?:"[^"]*"|'[^']*'|`[^`]*`)[^\S\n]*(?:#.*)?$/gm;
const QUOTED_IN_PART = /^[^#=]*=\s*(["'`]).*\1/;
/** The first # begins a comment, also in the middle of a word. */
const CUT = /^[^#]*[^\s#]#/;

/**
 * Puts the settings of a file (`NAME=value` lines) into the environment, which takes precedence.
 * @throws AppError `invalid-argument` with every line that would be read as something else or left out
 */
export function loadSettings(file: string, environment: NodeJS.ProcessEnv): void {
  const text = readText(file);
  const faults = toLines(text).flatMap((line, index) => {
    const fault = findFault(line);
    return fault === undefined ? [] : [`  - line ${index + 1}: ${fault}`];
  });
  if (faults.length > 0) {
    const message = `The server did not start because of ${file}:\n${faults.join('\n')}`;
    throw new AppError('invalid-argument', message);
  }
  for (const [name, value] of Object.entries(parseEnv(text))) environment[name] ??= value;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch (cause) {
    const message = `The server did not start: ${file} can’t be read (${(cause as Error).message}).`;
    throw new AppError('permission-denied', message, { cause });
  }
}

/** The lines without quoted values, which may go on for several lines. */
function toLines(text: string): readonly string[] {
  return text.replace(QUOTED, (value, name) => `${name}${value.replace(/[^\n]/g, '')}`).split('\n');
}

function findFault(line: string): string | undefined {
  const content = line.trim();
  if (content === '' || content.startsWith('#')) return undefined;
  if (!SETTING.test(content)) return 'this is no setting. Write NAME=value.';
  if (QUOTED_IN_PART.test(content))
    return 'what stands behind the quotes is left out. Put the whole value in quotes.';
  return CUT.test(content) ? 'a # begins a comment. Put the value in quotes.' : undefined;
}
