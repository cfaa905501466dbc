import { readConfig, type Config, type Environment } from './config.ts';

/** Settings that a command's own server reads. Invalid values in other settings must not stop it. */
const SHARED_SETTINGS = [
  'DATA_DIR',
  'FILES_DIR',
  'DATABASE_URL',
  'DATABASE_SCHEMA',
  'DATA_ENDPOINT',
  'ACCESS_CODE',
  'TOKEN_SECRET',
  'AUTH_SECRET',
  'STAFF_EMAILS',
];

/**
 * Settings of a server that a command starts for itself: on a free local port, for the given admin token, without
 * payments, mail or demo.
 * @throws AppError `invalid-argument`
 */
export function readPrivateConfig(env: Environment, packageRoot: string, isReading = false): Config {
  const names = SHARED_SETTINGS.flatMap((name) => [name, `${name}_FILE`]);
  const shared = Object.fromEntries(names.map((name) => [name, env[name]]));
  const own = { ADMIN_TOKEN: env['ADMIN_TOKEN'], HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error' };
  const config = readConfig({ ...shared, ...own }, packageRoot);
  return { ...config, buildFolder: undefined, isPrivate: true, isReading, drainMs: 0 };
}
