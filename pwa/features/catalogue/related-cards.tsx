import { toProductPath } from '#shared/api/document-paths.ts';
import type { Product } from '#shared/collections/products.ts';
import { toThumbnail } from '#shared/domain/product-entries.ts';
import type { RelatedProducts } from '#shared/domain/product-relations.ts';
import { Picture } from '#pwa/ui/picture.tsx';
import { StretchedLink } from '#pwa/ui/stretched-link.tsx';
import { Price } from './price.tsx';
import styles from './product-sections.module.css';
import { Section } from './product-sections.tsx';
import { useWhyMissing } from './use-why-missing.ts';

export function RelatedCards({ fits, drones }: RelatedProducts) {
  return (
    <>
      <Cards title="Fits with" products={fits} />
      <Cards title="More drones" products={drones} />
    </>
  );
}

interface CardsProps {
  readonly title: string;
  readonly products: readonly Product[];
}

function Cards({ title, products }: CardsProps) {
  const whyMissing = useWhyMissing();
  if (products.length === 0) return null;
  return (
    <Section title={title}>
      <ul className={styles.relatedGrid}>
        {products.map((product) => (
          <li key={product.FBUID} className={styles.related}>
            <Picture
              src={toThumbnail(product)?.value ?? ''}
              alt=""
              sizes="(min-width: 60rem) 19rem, 46vw"
              whyMissing={whyMissing}
            />
            <h3 className={styles.relatedName}>
              <StretchedLink to={toProductPath(product.FBUID)}>{product.productName}</StretchedLink>
            </h3>
            <Price product={product} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
