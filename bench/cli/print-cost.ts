import type { Cost } from './timed-command.ts';

/** Runs some work of this process and prints what it cost, without the start of the process; `runForCost` reads it. */
export async function printCost(work: () => Promise<void>): Promise<void> {
  const begun = { wall: performance.now(), cpu: process.cpuUsage() };
  await work();
  const cpu = process.cpuUsage(begun.cpu);
  const cost: Cost = {
    wallSeconds: (performance.now() - begun.wall) / 1000,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
    peakMb: process.resourceUsage().maxRSS / 1024,
  };
  process.stdout.write(JSON.stringify(cost));
}
