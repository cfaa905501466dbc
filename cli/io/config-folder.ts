import { isAbsolute, join } from 'node:path';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where this person's settings are kept; `undefined` when the environment names no place. */
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

/** @throws Failure when there is no place to keep anything */
export function toConfigFolder(environment: Environment, platform: string): string {
  const folder = findConfigFolder(environment, platform);
  if (folder !== undefined) return folder;
  throw new Failure(EXIT.localIo, 'There is no folder for your settings.', {
    hint: 'Set XDG_CONFIG_HOME or HOME, or give the token with NANKEEN_TOKEN or --token-file instead.',
  });
}
