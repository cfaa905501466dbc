import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './inventory-table.module.css';
import type { FieldPreview } from './preview-renames.ts';

/** The name a field gets, and what is in its way. */
export function NewName({ preview: { to, problem, meets } }: { readonly preview: FieldPreview }) {
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
