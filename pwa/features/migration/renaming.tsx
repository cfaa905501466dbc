import { useMemo } from 'react';
import type { FieldInventory, InventoryField } from '#shared/migration/field-inventory-response.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { COLLISION_TEXTS } from './choice-texts.ts';
import { NO_FIND, type Choices, type ChooseSome, type FindForm } from './choices.ts';
import { countOf } from './count-of.ts';
import { ExplainedChoices } from './explained-choices.tsx';
import { FindFields } from './find-fields.tsx';
import { InventoryTable } from './inventory-table.tsx';
import type { RenamePreview } from './preview-renames.ts';
import styles from './migration.module.css';

interface RenamingProps {
  readonly inventory: FieldInventory;
  readonly choices: Choices;
  readonly preview: RenamePreview;
  readonly onChoose: ChooseSome;
}

/** The find-and-replace rules, and the fields with their new names. */
export function Renaming({ inventory, choices, preview, onChoose }: RenamingProps) {
  const { finds, names, onCollision } = choices;
  const { fields } = inventory;
  const containers = useMemo(() => toContainers(fields), [fields]);
  const setFind = (index: number, form: FindForm) => onChoose({ finds: finds.with(index, form) });
  const removeFind = (index: number) => onChoose({ finds: finds.toSpliced(index, 1) });
  return (
    <div className={styles.renaming}>
      {finds.map((form, index) => (
        <FindFields
          // Rules have no key but their index.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          form={form}
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
        inventory={inventory}
        names={names}
        preview={preview}
        onRename={(path, to) => onChoose({ names: { ...names, [path]: to } })}
      />
    </div>
  );
}

/** How many names would change and what prevents it; announced while typing. */
function PreviewSummary({ preview }: { readonly preview: RenamePreview }) {
  const { renamed, collisions, problems, fault } = preview;
  return (
    <div role="status">
      {fault ? (
        <Notice tone="error">Not understood: {fault.message}</Notice>
      ) : collisions > 0 || problems > 0 ? (
        <Notice tone="pending">
          {countOf(renamed, 'name')} would change.
          {collisions > 0 && ` ${countOf(collisions, 'new name')} may be taken already: see below.`}
          {problems > 0 && ` ${countOf(problems, 'new name')} can’t be written: see below.`}
        </Notice>
      ) : (
        <p>{renamed === 0 ? 'No name changes.' : `${countOf(renamed, 'name')} would change.`}</p>
      )}
    </div>
  );
}

/** Paths that contain other fields: `lines[]` contains `lines[].price`. */
function toContainers(fields: readonly InventoryField[]): readonly string[] {
  const containers = new Set<string>();
  for (const { path } of fields) {
    for (const { index } of path.matchAll(/(?<!\\)\./g)) containers.add(path.slice(0, index));
  }
  return [...containers];
}

/** The error of one find-and-replace. Its rule comes after those of individually named fields. */
function toFault({ fault }: RenamePreview, { names, finds }: Choices, index: number): string | undefined {
  const before = Object.values(names).filter((name) => name !== '').length;
  const rule = before + finds.slice(0, index).filter(({ find }) => find !== '').length;
  const isOwnFault = finds[index]?.find !== '' && fault?.path.startsWith(`rules[${rule}]`);
  return isOwnFault ? fault?.message : undefined;
}
