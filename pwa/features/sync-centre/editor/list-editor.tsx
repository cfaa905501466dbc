import type { ReactNode } from 'react';
import { isRecord } from '#pwa/ui/content/is-record.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Details } from '#pwa/ui/details.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { isAbout, type Fault } from '../rejected-change-faults.ts';
import styles from './rejected-change-editor.module.css';

interface Entry {
  readonly name: string;
  readonly path: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

interface ListEditorProps extends Pick<Entry, 'name' | 'path'> {
  readonly value: readonly unknown[];
  readonly faults: readonly Fault[];
  readonly onChange: (value: readonly unknown[]) => void;
  /** Renders the editor of one entry. */
  readonly children: (entry: Entry) => ReactNode;
}

/** Edits a list entry by entry; collapsed unless it has a fault. */
export function ListEditor({ name, path, value, faults, onChange, children }: ListEditorProps) {
  const error = faults.find((fault) => fault.path === path)?.message;
  const isFaulty = faults.some((fault) => isAbout(fault.path, path));
  return (
    // A new fault changes the key, which remounts the list expanded.
    <Details key={String(isFaulty)} title={`${name} (${value.length})`} isOpenFirst={isFaulty}>
      <div role="group" aria-label={name} className={styles.group}>
        {error && <p className={styles.wrong}>{error}</p>}
        {value.map((entry, index) => {
          const entryName = `${name} ${index + 1}`;
          const entryPath = `${path}[${index}]`;
          const isWrong = faults.some((fault) => isAbout(fault.path, entryPath));
          return (
            <Details
              // Entries have no key but their index; the length remounts them after an insertion or removal.
              // oxlint-disable-next-line react/no-array-index-key
              key={`${value.length} ${index} ${isWrong}`}
              title={`${index + 1} · ${toTitle(entry, entryName)}`}
              isOpenFirst={value.length === 1 || isWrong}
            >
              {children({
                name: entryName,
                path: entryPath,
                value: entry,
                onChange: (next) => onChange(value.with(index, next)),
              })}
              <Button kind="plain" onClick={() => onChange(value.toSpliced(index, 1))}>
                Remove<VisuallyHidden> {entryName}</VisuallyHidden>
              </Button>
            </Details>
          );
        })}
        {value.length > 0 && (
          <div>
            <Button kind="plain" onClick={() => onChange([...value, toBlank(value.at(-1))])}>
              Add an entry<VisuallyHidden> to {name}</VisuallyHidden>
            </Button>
          </div>
        )}
      </div>
    </Details>
  );
}

function toTitle(entry: unknown, fallback: string): string {
  const texts = isRecord(entry)
    ? [entry['productName'], entry['name'], entry['label'], entry['value']]
    : [entry];
  const text = texts.find((candidate) => typeof candidate === 'string' && candidate !== '');
  return typeof text === 'string' ? text : fallback;
}

/** An empty entry of the same shape. */
function toBlank(entry: unknown): unknown {
  if (typeof entry === 'number') return 1;
  if (typeof entry === 'boolean') return false;
  if (Array.isArray(entry)) return [];
  if (!isRecord(entry)) return '';
  return Object.fromEntries(Object.entries(entry).map(([field, value]) => [field, toBlank(value)]));
}
