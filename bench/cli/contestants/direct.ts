import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Contestant } from '../contestant.ts';
import type { Cost } from '../timed-command.ts';

const PROGRAM = fileURLToPath(new URL('../write-directly.ts', import.meta.url));

/** What HTTP costs: the same without it. The clock runs from the first byte read, not from the start of the process. */
export const direct: Contestant = {
  name: 'nankeen directly',
  about: 'the same import in one process into the data file, without server and HTTP',
  async run({ path }, folder) {
    const args = ['--import', 'tsx', PROGRAM, path, folder];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    return { importing: JSON.parse(stdout) as Cost };
  },
};
