import type { ComponentProps } from 'react';
import type { Job } from '#shared/migration/job.ts';
import { ConfirmedIcon, ExpiredIcon, ReviewIcon, SendingIcon } from '#pwa/ui/icons/state-icons.tsx';
import { Chip } from '#pwa/ui/state-chip.tsx';
import { toStateText } from './job-text.ts';

type Look = Pick<ComponentProps<typeof Chip>, 'tone' | 'Icon'>;

const LOOKS: Readonly<Record<Job['state'], Look>> = {
  receiving: { tone: 'sending', Icon: SendingIcon },
  running: { tone: 'sending', Icon: SendingIcon },
  done: { tone: 'confirmed', Icon: ConfirmedIcon },
  cancelled: { tone: 'over', Icon: ExpiredIcon },
  failed: { tone: 'review', Icon: ReviewIcon },
  interrupted: { tone: 'saved', Icon: ReviewIcon },
};

export function JobStateChip({ job }: { readonly job: Job }) {
  const look = job.undoneBy === null ? LOOKS[job.state] : LOOKS.cancelled;
  return <Chip {...look} text={toStateText(job)} />;
}
