import { Link } from 'react-router-dom';
import { toSketchPath } from '#shared/api/document-paths.ts';
import { toSketchTitle } from '#shared/domain/order-sketch.ts';
import { PURCHASE_ORDER_CURRENCY, toPurchaseOrderTotalCents } from '#shared/domain/purchase-order.ts';
import { formatCents } from '#shared/kernel/money.ts';
import type { Sketch } from '#pwa/data/orders/sketch-record.ts';
import { useSketches } from '#pwa/data/orders/use-sketches.ts';
import { Button } from '#pwa/ui/button.tsx';
import { formatInstant } from '#pwa/ui/content/format-instant.ts';
import { Fold } from '#pwa/ui/fold.tsx';
import styles from './order-picker.module.css';
import { useSketchActions } from './use-sketch-actions.ts';

interface SketchListProps {
  /** The one being worked on. */
  readonly currentId: string;
  readonly onNew: () => void;
}

/**
 * Orders that aren't confirmed yet, which never leave this device. While there is only the one being worked on, what can
 * be done with it stands in a line of its own.
 */
export function SketchList({ currentId, onNew }: SketchListProps) {
  const sketches = useSketches() ?? [];
  const [first] = sketches;
  if (!first) return null;
  if (sketches.length === 1 && first.id === currentId) {
    return (
      <div className={styles.sketchListAlone}>
        <span className={styles.sketchListFacts}>
          Sketch kept on this device, {formatInstant(first.changedAt)}
        </span>
        <span className={styles.sketchListActions}>
          <SketchButtons sketch={first} onDeleted={onNew} />
          <Button kind="plain" onClick={onNew}>
            New sketch
          </Button>
        </span>
      </div>
    );
  }
  const isOneOfThem = sketches.some(({ id }) => id === currentId);
  return (
    <section id="sketches" aria-label="Sketches" className={styles.sketchListPart}>
      <Fold
        title={`${sketches.length === 1 ? 'A sketch' : `${sketches.length} sketches`} on this device`}
        isOpenFirst={!isOneOfThem}
      >
        <ul className={styles.sketchList}>
          {sketches.map((sketch) => (
            <SketchItem key={sketch.id} sketch={sketch} isCurrent={sketch.id === currentId} onNew={onNew} />
          ))}
        </ul>
        {isOneOfThem && (
          <Button kind="plain" onClick={onNew}>
            New sketch
          </Button>
        )}
      </Fold>
    </section>
  );
}

interface SketchItemProps {
  readonly sketch: Sketch;
  readonly isCurrent: boolean;
  readonly onNew: () => void;
}

function SketchItem({ sketch, isCurrent, onNew }: SketchItemProps) {
  return (
    <li className={styles.sketchListSketch}>
      <Link
        to={toSketchPath(sketch.id)}
        className={styles.sketchListLink}
        aria-current={isCurrent || undefined}
      >
        {toSketchTitle(sketch)}
      </Link>
      <span className={styles.sketchListFacts}>
        {formatCents(toPurchaseOrderTotalCents(sketch.lines), PURCHASE_ORDER_CURRENCY)}
        {sketch.role !== '' && ` · ${sketch.role}`} · {formatInstant(sketch.changedAt)}
      </span>
      <span className={styles.sketchListActions}>
        <SketchButtons sketch={sketch} onDeleted={() => isCurrent && onNew()} />
      </span>
    </li>
  );
}

function SketchButtons({ sketch, onDeleted }: { readonly sketch: Sketch; readonly onDeleted: () => void }) {
  const { duplicate, remove } = useSketchActions();
  const title = toSketchTitle(sketch);
  const handleDelete = () => void remove(sketch).then(onDeleted);
  return (
    <>
      <Button kind="plain" aria-label={`Duplicate the sketch ${title}`} onClick={() => duplicate(sketch)}>
        Duplicate
      </Button>
      <Button kind="plain" aria-label={`Delete the sketch ${title}`} onClick={handleDelete}>
        Delete
      </Button>
    </>
  );
}
