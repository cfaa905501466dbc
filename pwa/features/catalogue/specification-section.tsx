import type { ProductEntry } from '#shared/collections/products.ts';
import { SpecStrip } from '#pwa/ui/spec-strip.tsx';
import { EntryTable } from './entry-table.tsx';
import { toReadings } from './readings.ts';
import { Section } from './section.tsx';
import styles from './product-sections.module.css';

export function SpecificationSection({
  specifications,
}: {
  readonly specifications: readonly ProductEntry[];
}) {
  if (specifications.length === 0) return null;
  const readings = toReadings(specifications);
  return (
    <>
      {readings.length === 4 && (
        <div className={styles.specificationSectionStrip}>
          <SpecStrip specs={readings} label="At a glance" />
        </div>
      )}
      <Section title="Specifications">
        <EntryTable entries={specifications} />
      </Section>
    </>
  );
}
