import { useState } from 'react';
import { DOCUMENT_RULES, type DocumentRule } from '#shared/documents/document-rules.ts';
import type { InventoryField } from '#shared/migration/field-inventory-response.ts';
import { EVERY_ENTRY } from '#shared/migration/field-path.ts';
import { SERVER_FIELDS } from '#shared/migration/server-fields.ts';
import { Button } from '#pwa/ui/button.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './inventory-table.module.css';
import type { FieldPreview } from './preview-renames.ts';

interface InventoryRowProps {
  readonly field: InventoryField;
  /** Number of documents in the collection. */
  readonly documents: number;
  readonly preview: FieldPreview | undefined;
  /** New name given to this field individually. */
  readonly name: string | undefined;
  readonly onRename: (to: string) => void;
}

export function InventoryRow({ field, documents, preview, name, onRename }: InventoryRowProps) {
  const { path, types, example, issue } = field;
  const [isNaming, setIsNaming] = useState(false);
  const canRename = !SERVER_FIELDS.includes(path) && !path.endsWith(EVERY_ENTRY);
  return (
    <tr className={styles.row}>
      <th scope="row" className={styles.path}>
        <PathText path={path} />
        {issue !== null && <span className={styles.issue}>{toIssue(issue)}</span>}
      </th>
      <td className={styles.share}>{toShare(field.documents, documents)}</td>
      <td className={styles.types}>{Object.keys(types).join(', ')}</td>
      <td className={styles.example}>{example}</td>
      <td className={styles.name}>
        {isNaming || (name !== undefined && name !== '') ? (
          <TextInput
            aria-label={`New name of ${path}`}
            // Replaces the button that was just pressed.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={isNaming}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={1500}
            value={name ?? ''}
            onChange={({ currentTarget }) => onRename(currentTarget.value)}
            onBlur={() => setIsNaming(false)}
          />
        ) : (
          canRename &&
          preview?.to === undefined && (
            <Button kind="plain" onClick={() => setIsNaming(true)}>
              Rename<VisuallyHidden> {path}</VisuallyHidden>
            </Button>
          )
        )}
        {preview && <NewName preview={preview} />}
      </td>
    </tr>
  );
}

/** The new name of a field, and what prevents it. */
function NewName({ preview: { to, problem, meets } }: { readonly preview: FieldPreview }) {
  if (to === undefined) return null;
  return (
    <>
      <ins className={styles.to}>
        <VisuallyHidden>becomes </VisuallyHidden>
        {to === '' ? 'nothing' : to}
      </ins>
      {problem !== undefined && <span className={styles.issue}>{problem}</span>}
      {meets.length > 0 && <span className={styles.issue}>Also the name of {meets.join(', ')}</span>}
    </>
  );
}

/** A path whose field name stands out. */
function PathText({ path }: { readonly path: string }) {
  const end = Math.max(...[...path.matchAll(/(?<!\\)\./g)].map(({ index }) => index + 1), 0);
  return (
    <span>
      {end > 0 && <span className={styles.soft}>{path.slice(0, end)}</span>}
      {path.slice(end)}
    </span>
  );
}

function toShare(some: number, all: number): string {
  const share = (100 * some) / all;
  // Never rounds up to all or down to none.
  return `${share > 99 && share < 100 ? 99 : share < 1 ? '<1' : Math.round(share)} %`;
}

function toIssue(code: string): string {
  return Object.hasOwn(DOCUMENT_RULES, code) ? DOCUMENT_RULES[code as DocumentRule] : code;
}
