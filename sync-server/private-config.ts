import { readConfig, type Config, type Environment } from './config.ts';

/** Settings that matter to a command's own work on the data; of the others none may keep it from that. */
const TAKEN_OVER = [
  'DATA_DIR',
  'DATA_ENDPOINT',
  'ACCESS_CODE',
  'TOKEN_SECRET',
  'AUTH_SECRET',
  'STAFF_EMAILS',
];

/**
 * Settings of a server that one command starts for itself: on a free port of this machine, for the token it was given,
 * without payments, mail or demo.
 * @throws AppError `invalid-argument`
 */
export function readPrivateConfig(env: Environment, packageRoot: string, isReading = false): Config {
  const taken = Object.fromEntries(TAKEN_OVER.map((name) => [name, env[name]]));
  const own = { ADMIN_TOKEN: env['ADMIN_TOKEN'], HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error' };
  const config = readConfig({ ...taken, ...own }, packageRoot);
  return { ...config, buildFolder: undefined, isPrivate: true, isReading };
}
