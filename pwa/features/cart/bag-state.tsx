import { useDrafts } from '#pwa/data/queries/use-drafts.ts';
import { useOutbox } from '#pwa/data/queries/use-outbox.ts';
import { StateChip } from '#pwa/ui/state-chip.tsx';

const BAG = 'checkouts';

/** How far the bag has come on its way to the server. */
export function BagState() {
  const waiting = useOutbox().find(({ collection }) => collection === BAG);
  const hasDraft = useDrafts({ collection: BAG }).length > 0;
  if (hasDraft) return <StateChip state="review" />;
  if (!waiting) return <StateChip state="confirmed" />;
  return <StateChip state={waiting.isSending ? 'sending' : 'saved'} />;
}
