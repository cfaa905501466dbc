import type { Command } from 'commander';
import type { GlobalOptions } from './command-settings.ts';
import { parseLimit } from './option-values.ts';

export interface JobOptions extends GlobalOptions {
  readonly dryRun?: boolean;
  /** Number of documents that are shown before and after. */
  readonly diff?: number;
  readonly detach?: boolean;
  /** Documents that would be rejected don't keep the others from being written. */
  readonly continue?: boolean;
}

/** How a job is planned, shown and followed. */
export function addJobOptions(command: Command): Command {
  return command
    .option('--dry-run', 'show the plan and write nothing')
    .option('--diff <N>', 'show so many documents of the plan before and after, at most 20', parseLimit)
    .option('--detach', 'print the id of the job and let the server go on by itself');
}
