import { useState } from 'react';
import type { SelectedComponent } from '#shared/collections/purchase-orders.ts';
import { readBulkEntry, type BulkFault } from '#shared/domain/bulk-entry.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Details } from '#pwa/ui/details.tsx';
import { TextArea } from '#pwa/ui/text-input.tsx';
import styles from './order-picker.module.css';

interface BulkEntryPartProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onAdd: (lines: readonly SelectedComponent[]) => void;
}

/** Adds a pasted or typed list; lines that can't be read stay in the field, each with its reason. */
export function BulkEntryPart({ text, onText, onAdd }: BulkEntryPartProps) {
  const [addedCount, setAddedCount] = useState<number>();
  const [faults, setFaults] = useState<readonly BulkFault[]>([]);

  function handleAdd(): void {
    const entry = readBulkEntry(text);
    if (entry.lines.length > 0) onAdd(entry.lines);
    setAddedCount(entry.lines.length);
    setFaults(entry.faults);
    onText(entry.faults.map((fault) => fault.text).join('\n'));
  }

  return (
    <Details title="Bulk entry" isOpenFirst={text !== ''}>
      <div className={styles.bulkEntryPart}>
        <Field
          label="Components and quantities"
          hint="A line each, such as “12 FPV Goggles” or “FPV Goggles, 12”. A copied order works too. Parts you’ve already selected get the new quantity."
        >
          {(control) => (
            <TextArea
              {...control}
              value={text}
              onChange={({ currentTarget }) => onText(currentTarget.value)}
            />
          )}
        </Field>
        <Button disabled={text.trim() === ''} onClick={handleAdd}>
          Add to the order
        </Button>
        <div role="status">
          {addedCount !== undefined && (
            <p>{addedCount === 1 ? '1 component added.' : `${addedCount} components added.`}</p>
          )}
          {faults.length > 0 && (
            <>
              <p>
                {faults.length === 1
                  ? 'This line wasn’t recognised; it’s still above:'
                  : `These ${faults.length} lines weren’t recognised; they’re still above:`}
              </p>
              <ul className={styles.bulkEntryPartFaults}>
                {faults.map(({ text: line, reason }, index) => (
                  <li key={`${index} ${line}`}>
                    <strong>{line}</strong> {reason}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      </div>
    </Details>
  );
}
