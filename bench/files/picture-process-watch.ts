import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const WATCH_MS = 10;

/** Watches the server's picture process by /proc; without it nothing is known. */
export interface ProcessWatch {
  /** Peak resident memory of all picture processes so far, in MB. */
  peakMb(): number;
  isRunning(): boolean;
  stop(): void;
}

export function watchPictureProcess(dataDir: string): ProcessWatch {
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'nankeen.lock.json'), 'utf8')) as {
    readonly pid: number;
  };
  let peak = 0;
  const timer = setInterval(() => {
    for (const child of readChildren(pid)) peak = Math.max(peak, readPeakMb(child));
  }, WATCH_MS);
  return {
    peakMb: () => peak,
    isRunning: () => readChildren(pid).length > 0,
    stop: () => clearInterval(timer),
  };
}

/** Other children of the server end within a second. */
function readChildren(pid: number): readonly string[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const children = threads.flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' '),
    );
    return children.filter((child) => isPictureProcess(child));
  } catch {
    return [];
  }
}

function isPictureProcess(pid: string): boolean {
  return pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('picture-process');
}

function readPeakMb(pid: string): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
