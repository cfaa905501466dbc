import { useDeferredValue, useMemo } from 'react';
import type { FieldInventory } from '#shared/migration/field-inventory-response.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { fetchFields } from '#pwa/data/migration/admin-calls.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { toRenameSpec, type Choices } from './choices.ts';
import { previewRenames, toFieldSteps, type RenamePreview } from './preview-renames.ts';
import { useFetched, type Fetched } from '../use-fetched.ts';

interface FieldPreviewState {
  readonly inventory: Fetched<FieldInventory>;
  readonly preview: RenamePreview;
}

/** The chosen collection's fields, and a preview of the chosen renames. */
export function useFieldPreview({ source, finds, names, onCollision }: Choices): FieldPreviewState {
  const app = useAppStore();
  const { isOnline } = useConnection();
  const inventory = useFetched(
    source === '' ? undefined : source,
    (signal) => fetchFields(app, source, 'source', signal),
    { isPaused: !isOnline },
  );
  const fields = inventory.value?.fields;
  const steps = useMemo(() => (fields ?? []).map(({ path }) => toFieldSteps(path)), [fields]);
  const rename = useMemo(() => toRenameSpec({ finds, names, onCollision }), [finds, names, onCollision]);
  // With thousands of fields, the preview lags behind typing instead of blocking it.
  const shown = useDeferredValue(rename);
  const preview = useMemo(() => previewRenames(steps, shown), [steps, shown]);
  return { inventory, preview };
}
