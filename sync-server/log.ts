import { pino, type DestinationStream, type LevelWithSilent } from 'pino';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number] & LevelWithSilent;

/** The log's methods: facts first, then a sentence. */
export interface Log {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** Fields that are redacted, up to two levels deep. */
const SECRET_FIELDS = [
  'password',
  'token',
  'refreshToken',
  'secret',
  'authorization',
  'cookie',
  'accessCode',
  'adminToken',
  'email',
];

export interface LogOptions {
  readonly level: LogLevel;
  /** Standard output by default. */
  readonly destination?: DestinationStream;
}

/** JSON lines; control characters are escaped, so one entry is always one line. */
export function createLog(options: LogOptions): Log {
  return pino(
    {
      level: options.level,
      redact: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
    },
    options.destination ?? pino.destination({ sync: true }),
  );
}
