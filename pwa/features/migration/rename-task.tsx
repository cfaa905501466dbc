import { toRenameSpec } from './choices.ts';
import { CollectionPicker } from './collection-picker.tsx';
import { FieldsStep } from './fields-step.tsx';
import { PlanStep } from './plan-step.tsx';
import { Step } from './step.tsx';
import type { TaskProps } from './tool.ts';
import { useFieldPreview } from './use-field-preview.ts';

/** Renames fields of a collection in place. */
export function RenameTask({ collections, choices, onChoose, onStarted }: TaskProps) {
  const { source } = choices;
  const { inventory, preview } = useFieldPreview(choices);
  const rename = preview.fault ? undefined : toRenameSpec(choices);
  return (
    <>
      <Step
        title="Which collection"
        note="Its documents stay where they are and keep their ids; the names of their fields change."
      >
        <CollectionPicker
          label="Collection"
          collections={collections}
          chosen={source}
          onChoose={(name) => onChoose({ source: name, names: {} })}
        />
      </Step>
      <FieldsStep
        inventory={inventory}
        choices={choices}
        preview={preview}
        isOptional={false}
        onChoose={onChoose}
      />
      <PlanStep
        spec={source !== '' && rename ? { kind: 'rename', collection: source, rename } : undefined}
        missing="Choose a collection, and what is to be renamed."
        onStarted={onStarted}
      />
    </>
  );
}
