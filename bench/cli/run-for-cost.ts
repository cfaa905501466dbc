import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readStartFlags } from '../support/build-nankeen.ts';
import type { Cost } from './timed-command.ts';

/** Runs a program beside this file, with the flags of our server, that prints what it cost. */
export async function runForCost(program: string, args: readonly string[]): Promise<Cost> {
  const path = fileURLToPath(new URL(program, import.meta.url));
  const flags = [...readStartFlags(), '--import', 'tsx'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, path, ...args]);
  return JSON.parse(stdout) as Cost;
}
