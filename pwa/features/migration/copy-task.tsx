import { findCollectionNameProblem } from '#shared/documents/document-ids.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import { CONFLICT_TEXTS, MODE_TEXTS } from './choice-texts.ts';
import { hasInput, toCondition, toRenameSpec, type Choices } from './choices.ts';
import { CollectionPicker } from './collection-picker.tsx';
import styles from './migration.module.css';
import { ExplainedChoices } from './explained-choices.tsx';
import { FieldsStep } from './fields-step.tsx';
import { mayHoldDocuments } from './holds-documents.ts';
import { PlanStep } from './plan-step.tsx';
import { Step } from './step.tsx';
import { TargetField } from './target-field.tsx';
import type { TaskProps } from './tool.ts';
import { useFieldPreview } from './use-field-preview.ts';
import { findWhereProblem, WhereFields } from './where-fields.tsx';

/** Copies documents of one collection to another under their own ids, optionally renaming fields. */
export function CopyTask({ collections, choices, onChoose, onStarted }: TaskProps) {
  const { source, target, where, mode, onConflict } = choices;
  const { inventory, preview } = useFieldPreview(choices);
  const error = findTargetProblem(choices);
  const isComplete = error === undefined && source !== '' && !preview.fault && !where.some(findWhereProblem);
  return (
    <>
      <Step
        title="From and to"
        note="Documents of the first collection are written to the second under their own ids. The first stays as it is."
      >
        <div className={styles.collectionsStepPair}>
          <CollectionPicker
            label="From"
            collections={collections}
            chosen={source}
            onChoose={(name) => onChoose({ source: name, names: {}, where: [] })}
          />
          <TargetField
            label="To"
            collections={collections}
            value={target}
            error={target === '' ? undefined : error}
            onChange={(name) => onChoose({ target: name })}
          />
        </div>
        {source !== '' && (
          <WhereFields
            forms={where}
            paths={inventory.value?.fields.map(({ path }) => path) ?? []}
            onChange={(forms) => onChoose({ where: forms })}
          />
        )}
        {mayHoldDocuments(collections, target) && (
          <>
            <ExplainedChoices
              legend="How it writes"
              options={MODE_TEXTS}
              chosen={mode}
              onChoose={(value) => onChoose({ mode: value })}
            />
            {mode !== 'insert' && (
              <ExplainedChoices
                legend="Where the target has the document with other content"
                options={CONFLICT_TEXTS}
                chosen={onConflict}
                onChoose={(value) => onChoose({ onConflict: value })}
              />
            )}
          </>
        )}
      </Step>
      <FieldsStep inventory={inventory} choices={choices} preview={preview} isOptional onChoose={onChoose} />
      <PlanStep
        spec={isComplete ? toSpec(choices) : undefined}
        missing="Choose where to copy from and where to."
        onStarted={onStarted}
      />
    </>
  );
}

function findTargetProblem({ source, target }: Choices): string | undefined {
  if (target !== '' && target === source)
    return 'This is the collection it comes from. To rename its fields where they are, choose Rename fields above.';
  return findCollectionNameProblem(target);
}

function toSpec(choices: Choices): JobSpec {
  const { source, target, mode } = choices;
  const where = choices.where.filter(hasInput).map(toCondition);
  const rename = toRenameSpec(choices);
  // An insert never overwrites: it skips existing documents.
  const onConflict = mode === 'insert' ? 'skip' : choices.onConflict;
  return { kind: 'copy', source, target, mode, onConflict, where, ...(rename ? { rename } : {}) };
}
