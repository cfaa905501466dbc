import type { Product } from '#shared/collections/products.ts';
import { toCamera, toSoftware, toUseCases } from '#shared/domain/product-entries.ts';
import { FlowText } from '#pwa/ui/flow-text.tsx';
import { readSegment } from '#shared/api/document-paths.ts';
import { useProduct } from '#pwa/data/queries/use-products.ts';
import { ContentLink } from '#pwa/ui/content-link.tsx';
import styles from './product-sections.module.css';
import { Section } from './product-sections.tsx';

/** How the product is used: mission planning, cameras and use cases. */
export function FieldworkSections({ product }: { readonly product: Product }) {
  const software = toSoftware(product);
  const camera = toCamera(product);
  const useCases = toUseCases(product);
  const cases = toCases(useCases?.description ?? '');
  return (
    <>
      {software && (
        <Section title={software.label || 'Software and mission planning'}>
          <div className={styles.fieldworkSectionsProse}>
            <p>
              <FlowText text={software.value} />
            </p>
            {software.description && (
              <p className={styles.fieldworkSectionsNote}>
                <FlowText text={software.description} />
              </p>
            )}
          </div>
        </Section>
      )}
      {camera && (
        <Section title={camera.label || 'Camera'}>
          <div className={styles.fieldworkSectionsProse}>
            <p>
              <FlowText text={camera.value} />
            </p>
            {camera.description && (
              <p>
                <CameraLink to={camera.description} />
              </p>
            )}
          </div>
        </Section>
      )}
      {useCases && (
        <Section title="Use cases">
          {useCases.value && (
            <div className={styles.fieldworkSectionsProse}>
              <p>
                <FlowText text={useCases.value} />
              </p>
            </div>
          )}
          {cases.length > 0 && (
            <ul className={styles.fieldworkSectionsCases}>
              {cases.map((useCase, index) => (
                <li key={`${index} ${useCase}`}>{useCase}</li>
              ))}
            </ul>
          )}
        </Section>
      )}
    </>
  );
}

/** Splits a stored line of use cases at its semicolons. */
function toCases(line: string): readonly string[] {
  return line
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1));
}

const PRODUCT_PATH = /^\/product\/[^/]+$/;
const CATEGORY_PATH = /^\/products\/([a-z]+)$/;
const ENQUIRY_PATH = '/contact';

/** A link named after its target: a product, a category or the enquiry form. Other targets show their address. */
function CameraLink({ to }: { readonly to: string }) {
  const id = PRODUCT_PATH.test(to) ? readSegment(to, 1) : undefined;
  const { product } = useProduct(id ?? '');
  const category = CATEGORY_PATH.exec(to)?.[1];
  const words = id && product ? `See ${product.productName}` : category && `See all ${category}`;
  return <ContentLink to={to}>{words ?? (to === ENQUIRY_PATH ? 'Ask us which to take' : to)}</ContentLink>;
}
