import { useState } from 'react';
import type { FieldInventory } from '#shared/migration/field-inventory-response.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Checkbox } from '#pwa/ui/checkbox.tsx';
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

/** Rows shown at first, and added each time: two thousand at once would block the page. */
const FIRST = 12;
const STEP = 100;

/** The fields of a collection, one per row; on a narrow screen, one per block of two lines. */
export function InventoryTable({ inventory, names, preview, onRename }: InventoryTableProps) {
  const [count, setCount] = useState(FIRST);
  /** The person's own choice, if any, overrides the default. */
  const [choice, setChoice] = useState<boolean>();
  // A find shows only the fields it changes.
  const isChangedOnly = choice ?? preview.isFinding;
  const { documents, fields, isCut } = inventory;
  // A field whose new name is being typed stays listed, even while the name is empty.
  const isChanged = (path: string) =>
    preview.fields.get(path)?.to !== undefined || Object.hasOwn(names, path);
  const matching = isChangedOnly ? fields.filter(({ path }) => isChanged(path)) : fields;
  const shown = matching.slice(0, count);
  const next = matching.length - count <= STEP ? matching.length : count + STEP;
  if (documents === 0) return <p>There are no documents here, and so no fields.</p>;
  return (
    <div className={styles.frame}>
      <div className={styles.bar}>
        <span>
          {countOf(fields.length, 'field')} in {countOf(documents, 'document')}
          {isCut && '; there are more than can be listed, and renaming reaches those too'}
        </span>
        <Checkbox type="checkbox" checked={isChangedOnly} onChange={() => setChoice(!isChangedOnly)}>
          Only what changes
        </Checkbox>
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
      <div className={styles.steps}>
        {matching.length > count && (
          <Button kind="plain" onClick={() => setCount(next)}>
            {next === matching.length
              ? `Show all ${countOf(next, 'field')}`
              : `Show ${next.toLocaleString('en-AU')} of ${countOf(matching.length, 'field')}`}
          </Button>
        )}
        {shown.length > FIRST && (
          <Button kind="plain" onClick={() => setCount(FIRST)}>
            Show the first {FIRST} alone
          </Button>
        )}
      </div>
    </div>
  );
}
