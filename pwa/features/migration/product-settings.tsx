import { PRODUCT_CATEGORIES } from '#shared/collections/products.ts';
import type { FileReport } from '#pwa/data/migration/check-file.ts';
import { Field } from '#pwa/ui/field.tsx';
import { Select } from '#pwa/ui/select.tsx';
import type { ChoiceText } from './choice-texts.ts';
import styles from './collections-step.module.css';
import { ExplainedChoices } from './explained-choices.tsx';
import type { ImportChoices } from './import-choices.ts';

const UNPUBLISHED: readonly ChoiceText<ImportChoices['unpublished']>[] = [
  { value: 'list', name: 'List them', note: 'Each is told as a problem: here every product is public.' },
  { value: 'skip', name: 'Leave them out', note: 'Drafts and the like stay in Shopify.' },
  { value: 'import', name: 'Import them', note: 'They go in, and are public here.' },
];

interface ProductSettingsProps {
  readonly format: FileReport['format'];
  readonly choices: ImportChoices;
  readonly onChoose: (some: Partial<ImportChoices>) => void;
}

/** What the products of a table don't tell by themselves. */
export function ProductSettings({ format, choices, onChoose }: ProductSettingsProps) {
  return (
    <>
      <Field
        label="Category, where a product’s own is missing"
        hint="A product that names or shows its category keeps that."
      >
        {(control) => (
          <Select
            {...control}
            className={styles.control}
            value={choices.category}
            onChange={({ currentTarget }) => onChoose({ category: currentTarget.value })}
          >
            <option value="">None: list such products</option>
            {PRODUCT_CATEGORIES.map((category) => (
              <option key={category} value={category}>
                {category}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {format === 'Shopify product CSV' && (
        <ExplainedChoices
          legend="Products that aren’t published in Shopify"
          options={UNPUBLISHED}
          chosen={choices.unpublished}
          onChoose={(unpublished) => onChoose({ unpublished })}
        />
      )}
    </>
  );
}
