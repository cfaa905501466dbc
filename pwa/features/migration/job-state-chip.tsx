import type { ComponentProps } from 'react';
import type { Job } from '#shared/migration/job.ts';
import { ConfirmedIcon, ExpiredIcon, ReviewIcon, SendingIcon } from '#pwa/ui/icons/state-icons.tsx';
import { Chip } from '#pwa/ui/state-chip.tsx';
import { isUndoneWhole, toStateText } from './job-text.ts';

type Look = Pick<ComponentProps<typeof Chip>, 'tone' | 'Icon'>;

const LOOKS: Readonly<Record<Job['state'], Look>> = {
  receiving: { tone: 'sending', Icon: SendingIcon },
  running: { tone: 'sending', Icon: SendingIcon },
  done: { tone: 'confirmed', Icon: ConfirmedIcon },
  cancelled: { tone: 'over', Icon: ExpiredIcon },
  failed: { tone: 'review', Icon: ReviewIcon },
  interrupted: { tone: 'saved', Icon: ReviewIcon },
};

interface JobStateChipProps {
  readonly job: Job;
  readonly undoing: Job | undefined;
}

export function JobStateChip({ job, undoing }: JobStateChipProps) {
  return <Chip {...toLook(job, undoing)} text={toStateText(job, undoing)} />;
}

function toLook({ state, undoneBy }: Job, undoing: Job | undefined): Look {
  if (undoneBy === null) return LOOKS[state];
  if (undoing?.state === 'running') return LOOKS.running;
  return isUndoneWhole(undoing) ? LOOKS.cancelled : LOOKS.interrupted;
}
