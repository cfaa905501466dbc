import { isAbsolute, join } from 'node:path';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** This user's settings folder; `undefined` when the environment does not determine one. */
export function findConfigFolder(environment: Environment, platform: string): string | undefined {
  const chosen = environment['XDG_CONFIG_HOME'];
  if (chosen !== undefined && isAbsolute(chosen)) return join(chosen, 'nankeen');
  const applications = environment['APPDATA'];
  if (platform === 'win32') return applications === undefined ? undefined : join(applications, 'nankeen');
  const home = environment['HOME'];
  if (!home) return undefined;
  return platform === 'darwin'
    ? join(home, 'Library/Application Support/nankeen')
    : join(home, '.config/nankeen');
}

/** @throws Failure when there is no settings folder */
export function toConfigFolder(environment: Environment, platform: string): string {
  const folder = findConfigFolder(environment, platform);
  if (folder !== undefined) return folder;
  throw new Failure(EXIT.localIo, 'No folder for your settings could be found.', {
    hint: 'Set XDG_CONFIG_HOME or HOME, or pass the token in NANKEEN_TOKEN or with --token-file instead.',
  });
}
