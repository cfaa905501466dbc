import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** CPU seconds of a process's children, running and ended. */
export function readFamilyCpu(pid: number): number {
  const parent = String(pid);
  const living = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readTimes)
    .filter((times) => times?.parent === parent);
  const ticks = living.reduce((sum, times) => sum + (times?.own ?? 0), readTimes(parent)?.ended ?? 0);
  return ticks / TICKS_PER_SECOND;
}

function readTimes(pid: string) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const [, parent, , , , , , , , , , user, system, endedUser, endedSystem] = fields;
    return {
      parent,
      own: Number(user) + Number(system),
      ended: Number(endedUser) + Number(endedSystem),
    };
  } catch {
    return undefined;
  }
}
