import type { Product } from '#shared/collections/products.ts';
import { toBoxImages } from '#shared/domain/product-entries.ts';
import { Picture } from '#pwa/ui/picture.tsx';
import styles from './box-section.module.css';
import { Section } from './section.tsx';

export function BoxSection({ product }: { readonly product: Product }) {
  const images = toBoxImages(product);
  if (images.length === 0) return null;
  return (
    <Section title="In the Box">
      {images.map((image, index) => (
        <figure key={`${index} ${image.value}`} className={styles.figure}>
          <Picture src={image.value} alt={image.label} sizes="(min-width: 60rem) 56vw, 94vw" />
          {image.description && <figcaption className={styles.caption}>{image.description}</figcaption>}
        </figure>
      ))}
    </Section>
  );
}
