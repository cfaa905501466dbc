import type { ProductEntry } from '#shared/collections/products.ts';
import { SpecStrip } from '#pwa/ui/spec-strip.tsx';
import { EntryTable } from './entry-table.tsx';
import { Section } from './section.tsx';
import styles from './product-sections.module.css';

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

export interface Metric {
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
