import type { Command } from 'commander';
import { parseLimit } from './option-values.ts';

/** How a job is planned, shown and followed. */
export function addJobOptions(command: Command): Command {
  return command
    .option('--dry-run', 'show the plan and write nothing')
    .option('--diff <N>', 'show so many documents of the plan before and after, at most 20', parseLimit)
    .option('--detach', 'print the id of the job and let the server go on by itself');
}
