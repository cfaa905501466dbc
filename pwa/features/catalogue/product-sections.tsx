import { useId, type ReactNode } from 'react';
import { Link } from '#pwa/ui/link.tsx';
import { readSegment } from '#shared/api/document-paths.ts';
import type { ProductEntry, Product } from '#shared/collections/products.ts';
import { toBoxImages, toCamera, toSoftware, toUseCases } from '#shared/domain/product-entries.ts';
import { useProduct } from '#pwa/data/queries/use-products.ts';
import { FlowText } from '#pwa/ui/flow-text.tsx';
import { SpecStrip } from '#pwa/ui/spec-strip.tsx';
import { Picture } from '#pwa/ui/picture.tsx';
import { ContentLink } from '#pwa/ui/content-link.tsx';
import { DocumentIcon } from '#pwa/ui/icons/action-icons.tsx';
import { POLICIES, SUPPORT_HOURS } from '#shared/domain/policies.ts';
import { EntryTable } from './entries.tsx';
import styles from './product-sections.module.css';
import { useWhyMissing } from './use-why-missing.ts';

export function SpecificationSection({
  specifications,
}: {
  readonly specifications: readonly ProductEntry[];
}) {
  if (specifications.length === 0) return null;
  const metrics = toMetrics(specifications);
  return (
    <>
      {metrics.length === 4 && (
        <div className={styles.specificationSectionStrip}>
          <SpecStrip specs={metrics} label="At a glance" />
        </div>
      )}
      <Section title="Specifications">
        <EntryTable entries={specifications} />
      </Section>
    </>
  );
}

interface Metric {
  readonly value: string;
  readonly unit: string;
  readonly label: string;
}

/** A number or range with a short unit, e.g. `90 min` or `20-30 km`. */
const FIGURE = /^([+-]?[\d.,]+(?:-[\d.,]+)?) (\S{1,5})$/;

/** The first four specifications that consist of a number or range and its unit. */
function toMetrics(specifications: readonly ProductEntry[]): readonly Metric[] {
  return specifications
    .flatMap(({ value, label }) => {
      const match = FIGURE.exec(value);
      return match ? [{ value: match[1] ?? '', unit: match[2] ?? '', label }] : [];
    })
    .slice(0, 4);
}

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A section of the product page: title on the left, content on the right, a hairline above. */
export function Section({ title, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <div className={styles.content}>{children}</div>
    </section>
  );
}

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

/** An entry's `value` is the link, its `label` the text. */
export function DownloadSection({ downloads }: { readonly downloads: readonly ProductEntry[] }) {
  if (downloads.length === 0) return null;
  return (
    <Section title="User manuals and downloads">
      <ul>
        {downloads.map((download, index) => (
          <li key={`${index} ${download.value}`} className={styles.downloadSectionRow}>
            <DocumentIcon />
            <div>
              <ContentLink to={download.value} className={styles.downloadSectionLink}>
                {download.label}
              </ContentLink>
              {download.description && <p className={styles.downloadSectionNote}>{download.description}</p>}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function SupportSection() {
  return (
    <Section title="Technical and warranty support">
      <div className={styles.fieldworkSectionsProse}>
        <p>
          24/7 technical support comes with everything we sell. <Link to="/contact">Write to us</Link> at any
          hour and say what you see: somebody who knows the aircraft answers within {SUPPORT_HOURS} hours, on
          any day.
        </p>
        <p>
          A {POLICIES.warrantyMonths}-month warranty covers faults in material and workmanship.{' '}
          <Link to="/legals/warranty">How to make a claim</Link>
        </p>
      </div>
    </Section>
  );
}
