import { useState } from 'react';
import type { FieldInventory } from '#shared/migration/field-inventory-answer.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Choice } from '#pwa/ui/choice.tsx';
import { countOf } from './count-of.ts';
import { InventoryRow } from './inventory-row.tsx';
import styles from './inventory-table.module.css';
import type { RenamePreview } from './preview-renames.ts';

interface InventoryTableProps {
  readonly inventory: FieldInventory;
  readonly names: Readonly<Record<string, string>>;
  readonly preview: RenamePreview;
  /** Whether something is looked for: then what it changes is what one wants to see. */
  readonly isFinding: boolean;
  readonly onRename: (path: string, to: string) => void;
}

/** So many show at first. */
const FIRST = 12;

/** The fields of a collection, one a row; on a narrow screen one a block of two lines. */
export function InventoryTable({ inventory, names, preview, isFinding, onRename }: InventoryTableProps) {
  const [isAll, setIsAll] = useState(false);
  /** Once somebody has decided, it stays so. */
  const [wish, setWish] = useState<boolean>();
  const isChangedOnly = wish ?? isFinding;
  const { documents, fields, isCut } = inventory;
  // A field whose new name is being typed stays, also while nothing stands there yet.
  const isChanged = (path: string) =>
    preview.fields.get(path)?.to !== undefined || Object.hasOwn(names, path);
  const matching = isChangedOnly ? fields.filter(({ path }) => isChanged(path)) : fields;
  const shown = isAll ? matching : matching.slice(0, FIRST);
  if (documents === 0) return <p>There are no documents here, and so no fields.</p>;
  return (
    <div className={styles.frame}>
      <div className={styles.bar}>
        <span>
          {countOf(fields.length, 'field')} in {countOf(documents, 'document')}
          {isCut && '; there are more than can be listed, and renaming reaches those too'}
        </span>
        <Choice type="checkbox" checked={isChangedOnly} onChange={() => setWish(!isChangedOnly)}>
          Only what changes
        </Choice>
      </div>
      {shown.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">In</th>
              <th scope="col">Type</th>
              <th scope="col">Example</th>
              <th scope="col">New name</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((field) => (
              <InventoryRow
                key={field.path}
                field={field}
                documents={documents}
                preview={preview.fields.get(field.path)}
                name={names[field.path]}
                onRename={(to) => onRename(field.path, to)}
              />
            ))}
          </tbody>
        </table>
      )}
      {matching.length > FIRST && (
        <Button kind="plain" onClick={() => setIsAll(!isAll)}>
          {isAll ? `Show the first ${FIRST} alone` : `Show all ${countOf(matching.length, 'field')}`}
        </Button>
      )}
    </div>
  );
}
