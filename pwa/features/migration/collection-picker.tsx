import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Field } from '#pwa/ui/field.tsx';
import { Select } from '#pwa/ui/select.tsx';
import { countOf } from './count-of.ts';
import styles from './migration.module.css';
import type { KnownCollection } from './tool.ts';

interface CollectionPickerProps {
  readonly label: string;
  readonly collections: readonly KnownCollection[];
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
}

const NONE = 'There is none yet. Import a file, and its collection is made.';

/** Selects an existing collection; shows document counts where they are known. */
export function CollectionPicker({ label, collections, chosen, onChoose }: CollectionPickerProps) {
  const { isOnline } = useConnection();
  return (
    <Field label={label} hint={collections.length === 0 && isOnline ? NONE : undefined}>
      {(control) => (
        <Select
          {...control}
          className={styles.collectionsStepControl}
          value={chosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        >
          <option value="">Choose a collection</option>
          {collections.map(({ name, documents }) => (
            <option key={name} value={name}>
              {documents === undefined ? name : `${name} · ${countOf(documents, 'document')}`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
