import { useNavigate } from 'react-router-dom';
import { toSketchPath } from '#shared/api/document-paths.ts';
import { toSketchTitle } from '#shared/domain/order-sketch.ts';
import { logError } from '#pwa/data/log.ts';
import { changeSketches } from '#pwa/data/orders/sketch-handle.ts';
import type { Sketch } from '#pwa/data/orders/sketch-record.ts';
import { copySketch, dropSketch } from '#pwa/data/orders/sketch-store.ts';
import { useToast } from '#pwa/ui/toasts.ts';

export interface SketchActions {
  /** Makes another one of it and goes there. */
  readonly duplicate: (sketch: Sketch) => void;
  /** Takes it away, with an Undo for a while. */
  readonly remove: (sketch: Sketch) => Promise<void>;
}

export function useSketchActions(): SketchActions {
  const showToast = useToast();
  const navigate = useNavigate();

  async function attempt(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      logError('A sketch could not be changed:', error);
      showToast({ text: 'That did not work. Nothing was lost; try again.', tone: 'error' });
    }
  }

  return {
    duplicate: (sketch) =>
      void attempt(async () => {
        const id = await changeSketches((parts) => copySketch(parts, sketch));
        showToast({ text: 'This is the copy. The first one stays as it is.' });
        await navigate(toSketchPath(id));
      }),
    remove: (sketch) =>
      attempt(async () => {
        const restore = await changeSketches((parts) => dropSketch(parts, sketch.id));
        showToast({
          text: `The sketch “${toSketchTitle(sketch)}” was deleted.`,
          action: { text: 'Undo', act: () => void attempt(() => changeSketches(restore)) },
        });
      }),
  };
}
