import { useState } from 'react';
import { EMPTY_SKETCH, toSketchContent, type SketchContent } from '#shared/domain/order-sketch.ts';
import { logError } from '#pwa/data/log.ts';
import { useOrder } from '#pwa/data/orders/use-orders.ts';
import { changeSketches } from '#pwa/data/orders/sketch-handle.ts';
import { keepSketch } from '#pwa/data/orders/sketch-store.ts';
import { useKeptSketch } from '#pwa/data/orders/use-sketches.ts';
import { useDrafts } from '#pwa/data/queries/use-drafts.ts';
import { toOrderOfDraft } from './order-of-draft.ts';

export interface OrderSketch {
  readonly isLoading: boolean;
  readonly content: SketchContent;
  /** What is changed is an order already: its creation, as an ISO time with offset. */
  readonly orderCreatedAt: string | undefined;
  /** Whether the last change could not be kept on this device. */
  readonly hasFailed: boolean;
  readonly change: (change: (content: SketchContent) => SketchContent) => void;
}

interface Mine {
  readonly id: string;
  readonly content: SketchContent;
  /** Epoch milliseconds. */
  readonly changedAt: number;
}

/**
 * What is chosen for an order: shown at once and kept with every change. An order that is changed begins with what the
 * server had refused of it, or else as it is.
 */
export function useOrderSketch(id: string): OrderSketch {
  const kept = useKeptSketch(id);
  const { status, kept: order } = useOrder(id);
  const [refused] = useDrafts({ collection: 'ukraines', documentId: id });
  const [mine, setMine] = useState<Mine>();
  const [hasFailed, setHasFailed] = useState(false);

  // What another tab has changed since is newer.
  const isMine = mine?.id === id && (!kept || mine.changedAt >= kept.changedAt);
  const begun = (refused && toOrderOfDraft(refused)) ?? order?.order;
  const content = isMine ? mine.content : (kept ?? (begun ? toSketchContent(begun) : EMPTY_SKETCH));

  function change(next: (content: SketchContent) => SketchContent): void {
    const changed = next(content);
    if (changed === content) return;
    // Later than all before it, so that none of those takes it back when it is kept at last.
    const changedAt = Math.max(Date.now(), (mine?.changedAt ?? 0) + 1, (kept?.changedAt ?? 0) + 1);
    setMine({ id, content: changed, changedAt });
    changeSketches((parts) => keepSketch(parts, id, changed, changedAt)).then(
      () => setHasFailed(false),
      (error: unknown) => {
        logError('A sketch could not be kept:', error);
        setHasFailed(true);
      },
    );
  }

  return {
    isLoading: !isMine && (kept === undefined || (kept === null && status === 'loading')),
    content,
    orderCreatedAt: order?.order.createdAt,
    hasFailed,
    change,
  };
}
