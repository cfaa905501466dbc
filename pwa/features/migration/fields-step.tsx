import { useMemo } from 'react';
import type { FieldInventory } from '#shared/migration/field-inventory-answer.ts';
import { Button } from '#pwa/ui/button.tsx';
import { COLLISION_TEXTS } from './choice-texts.ts';
import { NO_FIND, type Choices, type ChooseSome, type FindDraft } from './choices.ts';
import { ExplainedChoices } from './explained-choices.tsx';
import { FindFields } from './find-fields.tsx';
import { InventoryTable } from './inventory-table.tsx';
import { LoadingLines, TryAgain } from './loading-lines.tsx';
import { PreviewSummary } from './preview-summary.tsx';
import type { RenamePreview } from './preview-renames.ts';
import { Step } from './step.tsx';
import { toContainers } from './to-containers.ts';
import type { Fetched } from './use-fetched.ts';

interface FieldsStepProps {
  readonly inventory: Fetched<FieldInventory>;
  readonly choices: Choices;
  readonly preview: RenamePreview;
  readonly isOptional: boolean;
  readonly onChoose: ChooseSome;
}

/** The fields a collection has, with the names they are to have. */
export function FieldsStep({ inventory, choices, preview, isOptional, onChoose }: FieldsStepProps) {
  const { finds, names, onCollision } = choices;
  const fields = inventory.value?.fields;
  const containers = useMemo(() => toContainers(fields ?? []), [fields]);
  const setFind = (index: number, draft: FindDraft) => onChoose({ finds: finds.with(index, draft) });
  const removeFind = (index: number) => onChoose({ finds: finds.toSpliced(index, 1) });
  return (
    <Step
      title={isOptional ? 'Rename fields (optional)' : 'Rename fields'}
      note="Names change at every depth, values never do. All names of a document change at once, so two can change places."
    >
      {inventory.status === 'idle' && (
        <p>
          {choices.source === ''
            ? 'Choose a collection first; its fields show here.'
            : 'The fields show as soon as there is a connection.'}
        </p>
      )}
      {inventory.status === 'loading' && <LoadingLines text="Looking through the documents" />}
      {inventory.status === 'failed' && <TryAgain reason={inventory.reason} onTry={inventory.reload} />}
      {inventory.value && (
        <>
          {finds.map((draft, index) => (
            <FindFields
              // A rule is known by its place alone.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              draft={draft}
              containers={containers}
              error={toFault(preview, choices, index)}
              onChange={(changed) => setFind(index, changed)}
              onRemove={finds.length > 1 ? () => removeFind(index) : undefined}
            />
          ))}
          <Button kind="plain" onClick={() => onChoose({ finds: [...finds, NO_FIND] })}>
            Find something else as well
          </Button>
          <PreviewSummary preview={preview} />
          {preview.collisions > 0 && (
            <ExplainedChoices
              legend="Where a document has both fields"
              options={COLLISION_TEXTS}
              chosen={onCollision}
              onChoose={(value) => onChoose({ onCollision: value })}
            />
          )}
          <InventoryTable
            inventory={inventory.value}
            names={names}
            preview={preview}
            isFinding={finds.some(({ find }) => find !== '')}
            onRename={(path, to) => onChoose({ names: { ...names, [path]: to } })}
          />
        </>
      )}
    </Step>
  );
}

/** What is wrong with one find-and-replace: rules of single fields come before it. */
function toFault({ fault }: RenamePreview, { names, finds }: Choices, index: number): string | undefined {
  const before = Object.values(names).filter((name) => name !== '').length;
  const rule = before + finds.slice(0, index).filter(({ find }) => find !== '').length;
  const isMeant = finds[index]?.find !== '' && fault?.path.startsWith(`rules[${rule}]`);
  return isMeant ? fault?.message : undefined;
}
