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
  readonly onRename: (path: string, to: string) => void;
}

/** So many show at first, and so many more each time. */
const STEP = 100;

/** Every field of a collection, one a row; on a narrow screen one a block. */
export function InventoryTable({ inventory, names, preview, onRename }: InventoryTableProps) {
  const [limit, setLimit] = useState(STEP);
  const [isChangedOnly, setIsChangedOnly] = useState(false);
  const { documents, fields, isCut } = inventory;
  const shown = isChangedOnly
    ? fields.filter(({ path }) => preview.fields.get(path)?.to !== undefined)
    : fields;
  if (documents === 0) return <p>There are no documents here, and so no fields.</p>;
  return (
    <div className={styles.frame}>
      <div className={styles.bar}>
        <span>
          {countOf(fields.length, 'field')} in {countOf(documents, 'document')}
          {isCut && '; there are more than can be listed, and renaming reaches those too'}
        </span>
        <Choice type="checkbox" checked={isChangedOnly} onChange={() => setIsChangedOnly(!isChangedOnly)}>
          Only what changes
        </Choice>
      </div>
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
          {shown.slice(0, limit).map((field) => (
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
      {shown.length > limit && (
        <Button kind="plain" onClick={() => setLimit(limit + STEP)}>
          Show more of {countOf(shown.length, 'field')}
        </Button>
      )}
    </div>
  );
}
