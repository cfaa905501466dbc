import type { ComponentType } from 'react';
import type { WriteState } from '#shared/sync/write-state.ts';
import type { IconProps } from './icons/icon.tsx';
import { ConfirmedIcon, ReviewIcon, SavedIcon, SendingIcon } from './icons/state-icons.tsx';
import styles from './state-chip.module.css';

/** How far a person's write has got. */
export type ChipState = 'saved' | 'sending' | 'confirmed' | 'received' | 'review';

const CHIPS = {
  saved: { text: 'Saved on this device', Icon: SavedIcon },
  sending: { text: 'Sending', Icon: SendingIcon },
  confirmed: { text: 'Confirmed', Icon: ConfirmedIcon },
  /** Of an enquiry: we have it, but nobody has answered yet. */
  received: { text: 'Received', Icon: ConfirmedIcon },
  review: { text: 'Needs review', Icon: ReviewIcon },
} as const;

export function toChipState(state: WriteState, isSending: boolean, collection?: string): ChipState {
  if (state === 'rejected') return 'review';
  if (state === 'acknowledged') return collection === 'contacts' ? 'received' : 'confirmed';
  return isSending ? 'sending' : 'saved';
}

export function StateChip({ state }: { readonly state: ChipState }) {
  const { text, Icon } = CHIPS[state];
  return <Chip tone={state} text={text} Icon={Icon} />;
}

interface ChipProps {
  readonly tone: ChipState | 'over';
  readonly text: string;
  readonly Icon: ComponentType<IconProps>;
}

/** A short status text with a coloured icon. */
export function Chip({ tone, text, Icon }: ChipProps) {
  return (
    <span className={styles.chip}>
      <span className={`${styles.dot} ${styles[tone]}`}>
        <Icon size="small" />
      </span>
      {text}
    </span>
  );
}
