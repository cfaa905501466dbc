import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ProductEntry } from '#shared/collections/products.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Picture } from '#pwa/ui/picture.tsx';
import styles from './product-page.module.css';
import { useWhyMissing } from './use-why-missing.ts';

interface ZoomViewProps {
  readonly images: readonly ProductEntry[];
  /** The picture to begin with. */
  readonly start: number;
  readonly onClose: () => void;
}

const TURNS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** The pictures of a product over the whole screen, as high as it: on a phone they are panned sideways. */
export function ZoomView({ images, start, onClose }: ZoomViewProps) {
  const [index, setIndex] = useState(start);
  const image = images[index];
  const turn = (by: number) => setIndex((index + by + images.length) % images.length);
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const by = TURNS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    turn(by);
  });

  useEffect(() => {
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, []);

  return (
    <Dialog
      title={`View ${index + 1} of ${images.length}`}
      isOpen
      isFull
      onClose={onClose}
      actions={
        images.length > 1 && (
          <>
            <Button onClick={() => turn(-1)}>Previous</Button>
            <Button onClick={() => turn(1)}>Next</Button>
          </>
        )
      }
    >
      <ZoomPicture key={index} src={image?.value ?? ''} alt={image?.label ?? ''} />
    </Dialog>
  );
}

/** Begins with the middle of the picture, where it is wider than the screen. */
function ZoomPicture({ src, alt }: { readonly src: string; readonly alt: string }) {
  const picture = useRef<HTMLDivElement>(null);
  const whyMissing = useWhyMissing();

  useEffect(() => {
    const box = picture.current?.parentElement;
    if (box) box.scrollLeft = (box.scrollWidth - box.clientWidth) / 2;
  }, []);

  return (
    <div ref={picture} className={styles.zoomPicture}>
      <Picture src={src} alt={alt} sizes="max(100vw, 133vh)" isFirst whyMissing={whyMissing} />
    </div>
  );
}
