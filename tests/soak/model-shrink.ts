import type { Act, Run, Step } from './model-steps.ts';

/**
 * Shrinks a failing run while there is time: removes ranges of steps, then single steps, then simplifies the rest.
 * @param isFailing whether a run still shows the failure
 * @param isOver whether the time is up
 */
export async function shrinkRun(
  { steps, ...world }: Run,
  isFailing: (run: Run) => Promise<boolean>,
  isOver: () => boolean,
): Promise<Run> {
  let shortest = steps;
  const accept = async (candidate: readonly Step[]) => {
    const isShorter = !isOver() && (await isFailing({ ...world, steps: candidate }));
    if (isShorter) shortest = candidate;
    return isShorter;
  };
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at + size <= shortest.length && !isOver();) {
      const isTaken = await accept([...shortest.slice(0, at), ...shortest.slice(at + size)]);
      if (!isTaken) at += 1;
    }
  }
  for (let at = 0; at < shortest.length && !isOver(); at++) {
    const step = shortest[at];
    if (!step) break;
    for (const simpler of toSimpler(step)) {
      if (await accept([...shortest.slice(0, at), ...simpler, ...shortest.slice(at + 1)])) {
        at -= 1;
        break;
      }
    }
  }
  return { ...world, steps: shortest };
}

/** Simpler replacements for a step; never the step itself. */
function toSimpler(step: Step): readonly (readonly Step[])[] {
  switch (step.kind) {
    case 'together':
      return [[], [step.first], [step.second], [step.first, step.second], [step.second, step.first]];
    case 'release and act':
      return [[], [step.act], [{ kind: 'release', which: step.which }, step.act]];
    case 'die':
      return [[], [step.act], [step.act, { kind: 'restart', tab: step.act.tab }]];
    case 'poke':
      return [[], [step.edit], ...(step.isTaken ? [[{ ...step, isTaken: false }]] : [])];
    case 'push':
    case 'pull':
      return [[], ...toFewerFates(step)];
    default:
      return [[]];
  }
}

function toFewerFates(act: Extract<Act, { kind: 'push' | 'pull' }>): readonly (readonly Step[])[] {
  return act.fates.flatMap((fate, index) => [
    [{ ...act, fates: act.fates.slice(0, index) }],
    ...(fate === 'fine' ? [] : [[{ ...act, fates: act.fates.with(index, 'fine') }]]),
  ]);
}
