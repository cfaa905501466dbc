import { PRODUCT_CATEGORIES } from '#shared/collections/products.ts';
import { IMPORT_FORMATS } from '#shared/migration/job-spec.ts';
import { Field } from '#pwa/ui/field.tsx';
import { Select } from '#pwa/ui/select.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import type { ChoiceText } from './choice-texts.ts';
import styles from './migration.module.css';
import { ExplainedChoices } from './explained-choices.tsx';
import type { ImportChoices, ImportQuestion } from './import-choices.ts';

const UNPUBLISHED: readonly ChoiceText<ImportChoices['unpublished']>[] = [
  { value: 'list', name: 'List them', note: 'Each is listed as a problem: here every product is public.' },
  { value: 'skip', name: 'Leave them out', note: 'Drafts and the like stay in Shopify.' },
  { value: 'import', name: 'Import them', note: 'They go in, and are public here.' },
];

const TYPES: readonly ChoiceText<ImportChoices['types']>[] = [
  { value: 'text', name: 'As text', note: 'Every cell is kept as it is written.' },
  {
    value: 'detect',
    name: 'As values',
    note: 'Columns of nothing but numbers, or true and false, become such; empty cells become nothing.',
  },
];

const FORMAT_NAMES: Readonly<Record<(typeof IMPORT_FORMATS)[number], string>> = {
  ndjson: 'NDJSON: a document a line',
  json: 'JSON',
  csv: 'CSV: a table',
  firestore: 'Firestore',
};

interface ImportQuestionsProps {
  readonly questions: readonly ImportQuestion[];
  readonly choices: ImportChoices;
  readonly onChoose: (some: Partial<ImportChoices>) => void;
}

/** Asks what the file itself doesn't say. */
export function ImportQuestions({ questions, choices, onChoose }: ImportQuestionsProps) {
  return (
    <>
      {questions.includes('format') && (
        <Field label="What the file is">
          {(control) => (
            <Select
              {...control}
              className={styles.collectionsStepControl}
              value={choices.format}
              onChange={({ currentTarget }) =>
                onChoose({ format: currentTarget.value as ImportChoices['format'] })
              }
            >
              <option value="">Choose a format</option>
              {IMPORT_FORMATS.map((format) => (
                <option key={format} value={format}>
                  {FORMAT_NAMES[format]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {questions.includes('documents') && (
        <Field
          label="Where the documents are"
          hint="Such as items, rows[].doc, or * for an object that holds them by their ids."
        >
          {(control) => (
            <TextInput
              {...control}
              className={styles.collectionsStepControl}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={choices.documents}
              onChange={({ currentTarget }) => onChoose({ documents: currentTarget.value })}
            />
          )}
        </Field>
      )}
      {questions.includes('types') && (
        <ExplainedChoices
          legend="Cells of the table"
          options={TYPES}
          chosen={choices.types}
          onChoose={(types) => onChoose({ types })}
        />
      )}
      {questions.includes('category') && (
        <Field
          label="Category, where a product’s own is missing"
          hint="A product that names or shows its category keeps that."
        >
          {(control) => (
            <Select
              {...control}
              className={styles.collectionsStepControl}
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
      )}
      {questions.includes('unpublished') && (
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
