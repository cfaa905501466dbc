import { Field } from '#pwa/ui/field.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import { CONFLICT_TEXTS, MODE_TEXTS, type ChoiceText } from './choice-texts.ts';
import styles from './migration.module.css';
import { ExplainedChoices } from './explained-choices.tsx';
import { mayHoldDocuments } from './holds-documents.ts';
import type { ImportChoices } from './import-choices.ts';
import { TargetField } from './target-field.tsx';
import type { KnownCollection } from './tool.ts';

interface ImportSettingsProps {
  readonly collections: readonly KnownCollection[];
  readonly choices: ImportChoices;
  readonly nameProblem: string | undefined;
  readonly onChoose: (some: Partial<ImportChoices>) => void;
}

const MODES = MODE_TEXTS.filter(
  (text): text is ChoiceText<ImportChoices['mode']> => text.value !== 'replace-all',
);

export function ImportSettings({ collections, choices, nameProblem, onChoose }: ImportSettingsProps) {
  const { collection, idField, mode, onConflict } = choices;
  return (
    <>
      <div className={styles.collectionsStepPair}>
        <TargetField
          label="Into"
          collections={collections}
          value={collection}
          error={collection === '' ? undefined : nameProblem}
          onChange={(name) => onChoose({ collection: name })}
        />
        <Field
          label="Field with the id"
          isOptional
          hint="Such as sku or _id.$oid; otherwise FBUID, id, then _id."
        >
          {(control) => (
            <TextInput
              {...control}
              className={styles.collectionsStepControl}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={idField}
              onChange={({ currentTarget }) => onChoose({ idField: currentTarget.value })}
            />
          )}
        </Field>
      </div>
      {mayHoldDocuments(collections, collection) && (
        <>
          <ExplainedChoices
            legend="How it writes"
            options={MODES}
            chosen={mode}
            onChoose={(value) => onChoose({ mode: value })}
          />
          {mode !== 'insert' && (
            <ExplainedChoices
              legend="Where the collection has the document with other content"
              options={CONFLICT_TEXTS}
              chosen={onConflict}
              onChoose={(value) => onChoose({ onConflict: value })}
            />
          )}
        </>
      )}
    </>
  );
}
