import type { OrderStatus } from '#shared/domain/order-status.ts';
import {
  ConfirmedIcon,
  ExpiredIcon,
  ReviewIcon,
  SavedIcon,
  SendingIcon,
} from '#pwa/ui/icons/state-icons.tsx';
import { Chip } from '#pwa/ui/state-chip.tsx';

export const STATUS_TEXTS: Readonly<Record<OrderStatus, string>> = {
  waiting: 'Waiting to send',
  sent: 'Sent',
  confirmed: 'Confirmed',
  review: 'Needs review',
  expired: 'Expired',
};

const CHIP_STYLES = {
  waiting: { tone: 'saved', Icon: SavedIcon },
  sent: { tone: 'sending', Icon: SendingIcon },
  confirmed: { tone: 'confirmed', Icon: ConfirmedIcon },
  review: { tone: 'review', Icon: ReviewIcon },
  expired: { tone: 'over', Icon: ExpiredIcon },
} as const;

export function OrderStatusChip({ status }: { readonly status: OrderStatus }) {
  const { tone, Icon } = CHIP_STYLES[status];
  return <Chip tone={tone} text={STATUS_TEXTS[status]} Icon={Icon} />;
}
