import { Notice } from '#pwa/ui/notice.tsx';
import { countOf } from './count-of.ts';
import type { RenamePreview } from './preview-renames.ts';

/** How many names would change, and what would be in the way; said again as one types. */
export function PreviewSummary({ preview }: { readonly preview: RenamePreview }) {
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
