import { useState, type ReactNode } from 'react';
import type { ProductEntry } from '#shared/collections/products.ts';
import { logError } from '#pwa/data/log.ts';
import { importPart } from '#pwa/import-part.ts';
import { HydratedButton } from '#pwa/ui/hydrated-button.tsx';
import { Picture } from '#pwa/ui/picture.tsx';
import { useSlides } from '#pwa/ui/use-slides.ts';
import styles from './product-page.module.css';
import { useWhyMissing } from './use-why-missing.ts';

interface GalleryProps {
  readonly images: readonly ProductEntry[];
  readonly productName: string;
}

const MAIN_SIZES = '(min-width: 60rem) 55vw, 94vw';

/** Up to six views, chosen by swipe or thumbnail; a press enlarges one. */
export function Gallery({ images, productName }: GalleryProps) {
  const { row, index, goTo } = useSlides(images.length);
  const whyMissing = useWhyMissing();
  const [zoom, setZoom] = useState<ReactNode>();

  async function enlarge() {
    try {
      const { ZoomView } = await importPart(() => import('./zoom-view.tsx'));
      setZoom(<ZoomView images={images} start={index} onClose={() => setZoom(undefined)} />);
    } catch (error) {
      logError('The picture could not be enlarged:', error);
    }
  }

  if (images.length === 0)
    return <Picture src="" alt={`${productName}, no picture yet`} sizes={MAIN_SIZES} />;
  return (
    <section
      aria-roledescription="carousel"
      aria-label={`Views of ${productName}`}
      className={styles.gallery}
    >
      {/* Focusable, so that the arrow keys can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div {...row} tabIndex={0}>
        {images.map((image, slide) => (
          <div
            key={`${slide} ${image.value}`}
            role="group"
            aria-roledescription="slide"
            aria-label={`${slide + 1} of ${images.length}`}
            inert={slide !== index}
          >
            <HydratedButton
              className={styles.galleryEnlarge}
              aria-label={`Enlarge: ${image.label}`}
              onClick={() => void enlarge()}
            >
              <Picture
                src={image.value}
                alt={image.label}
                sizes={MAIN_SIZES}
                isFirst={slide === 0}
                whyMissing={whyMissing}
              />
            </HydratedButton>
          </div>
        ))}
      </div>
      <p className={styles.galleryCaption} data-screen-only>
        <span>{images[index]?.description}</span>
        <span className={styles.galleryCount}>
          {index + 1} / {images.length}
        </span>
      </p>
      <ul className={styles.galleryThumbnails} data-screen-only>
        {images.map((image, slide) => (
          <li key={`${slide} ${image.value}`}>
            <HydratedButton
              className={styles.galleryThumbnail}
              aria-current={slide === index}
              aria-label={`Show view ${slide + 1}: ${image.description || image.label}`}
              onClick={() => goTo(slide)}
            >
              <Picture src={image.value} alt="" sizes="7rem" whyMissing={whyMissing} />
            </HydratedButton>
          </li>
        ))}
      </ul>
      {zoom}
    </section>
  );
}
