import type { GlobalOptions } from './command-settings.ts';

/** Options of every `migrate` subcommand. */
export interface MigrateOptions extends GlobalOptions {
  /** Default: `migrations`. */
  readonly dir?: string;
}
