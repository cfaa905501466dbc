import type { FieldInventory } from '#shared/migration/field-inventory-response.ts';
import { Details } from '#pwa/ui/details.tsx';
import { FetchState } from '../fetch-state.tsx';
import { toRenameSpec, type Choices, type ChooseSome } from './choices.ts';
import { countOf } from './count-of.ts';
import type { RenamePreview } from './preview-renames.ts';
import { Renaming } from './renaming.tsx';
import { Step } from './step.tsx';
import type { Fetched } from '../use-fetched.ts';

interface FieldsStepProps {
  readonly inventory: Fetched<FieldInventory>;
  readonly choices: Choices;
  readonly preview: RenamePreview;
  readonly isOptional: boolean;
  readonly onChoose: ChooseSome;
}

/** The fields of a collection and their new names. */
export function FieldsStep({ inventory, choices, preview, isOptional, onChoose }: FieldsStepProps) {
  const { value } = inventory;
  const renaming = value && (
    <Renaming inventory={value} choices={choices} preview={preview} onChoose={onChoose} />
  );
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
      <FetchState of={inventory} what="fields" />
      {value && isOptional ? (
        <Details title={toDetailsTitle(value, preview)} isOpenFirst={toRenameSpec(choices) !== undefined}>
          {renaming}
        </Details>
      ) : (
        renaming
      )}
    </Step>
  );
}

function toDetailsTitle({ fields }: FieldInventory, { renamed, fault }: RenamePreview): string {
  if (fault) return 'What is to be found is not understood';
  return renamed === 0
    ? `Rename some of ${countOf(fields.length, 'field')}`
    : `${countOf(renamed, 'name')} would change`;
}
