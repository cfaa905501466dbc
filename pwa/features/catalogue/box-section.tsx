import type { Product } from '#shared/collections/products.ts';
import { toBoxImages } from '#shared/domain/product-entries.ts';
import { Picture } from '#pwa/ui/picture.tsx';
import styles from './product-sections.module.css';
import { Section } from './section.tsx';
import { useWhyMissing } from './use-why-missing.ts';

const SINGLE_SIZES = '(min-width: 60rem) 56vw, 94vw';
const SHARED_SIZES = '(min-width: 60rem) 19rem, (min-width: 40rem) 46vw, 94vw';

/** A single picture is large; several share the width. */
export function BoxSection({ product }: { readonly product: Product }) {
  const images = toBoxImages(product);
  const whyMissing = useWhyMissing();
  if (images.length === 0) return null;
  return (
    <Section title="In the Box">
      <div className={styles.boxSectionFigures}>
        {images.map((image, index) => (
          <figure key={`${index} ${image.value}`} className={styles.boxSectionFigure}>
            <Picture
              src={image.value}
              alt={image.label}
              sizes={images.length === 1 ? SINGLE_SIZES : SHARED_SIZES}
              whyMissing={whyMissing}
            />
            {image.description && (
              <figcaption className={styles.boxSectionCaption}>{image.description}</figcaption>
            )}
          </figure>
        ))}
      </div>
    </Section>
  );
}
