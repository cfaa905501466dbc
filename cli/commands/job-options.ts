import type { Command } from 'commander';
import type { GlobalOptions } from './command-settings.ts';
import { parseLimit } from './option-values.ts';

export interface JobOptions extends GlobalOptions {
  readonly dryRun?: boolean;
  /** Number of documents to show before and after. */
  readonly diff?: number;
  readonly detach?: boolean;
  /** Writes the other documents when some are rejected. */
  readonly continue?: boolean;
}

/** Adds the options of commands that plan and run a job. */
export function addJobOptions(command: Command): Command {
  return command
    .option('--dry-run', 'show the plan and write nothing')
    .option('--diff <N>', 'show N documents of the plan before and after, at most 20', parseLimit)
    .option('--detach', 'print the id of the job and exit; the job continues on the server');
}
