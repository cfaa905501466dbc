import { useState } from 'react';
import { useStore } from '#pwa/create-store.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { isProductDraft } from '#pwa/data/forms/draft-limit.ts';
import { toFormPath, toNewKeys } from '#pwa/data/forms/describe-form.ts';
import { discardForm } from '#pwa/data/forms/form-files.ts';
import type { UnsentInput } from '#pwa/data/forms/form-store.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import styles from './products-page.module.css';

/** Product forms that were begun on this device and not saved. */
export function DraftProducts() {
  const app = useAppStore();
  const all = useStore(app.forms.all);
  const [discarding, setDiscarding] = useState<UnsentInput>();
  if (!all) {
    return (
      <div role="status" className={styles.loading}>
        <span>Loading the drafts …</span>
        <Skeleton />
      </div>
    );
  }
  const drafts = all.filter(isProductDraft);
  if (drafts.length === 0) {
    return (
      <EmptyState
        title="No drafts on this device"
        actions={<ButtonLink to="/product/create">Create Product</ButtonLink>}
      >
        What you type into a product’s form is kept here until you save it. Drafts stay on this device.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={styles.drafts}>
        {drafts.map((draft) => (
          <li key={draft.key} className={styles.draft}>
            <span className={styles.name}>
              <Link to={toFormPath(draft) ?? ''}>{draft.title || 'A product without a name'}</Link>
              <span className={styles.soft}>
                {draft.key.startsWith(toNewKeys('products')) ? 'New product' : 'Changes of a product'}, typed{' '}
                <Instant at={draft.savedAt} />
              </span>
            </span>
            <Button kind="plain" onClick={() => setDiscarding(draft)}>
              Discard
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        title={`Discard ${discarding?.title || 'this draft'}?`}
        action="Discard"
        isDanger
        isOpen={discarding !== undefined}
        onClose={() => setDiscarding(undefined)}
        onConfirm={() => discarding && discardForm(app, discarding.key)}
      >
        <p>What was typed is removed from this device. A saved product stays as it is.</p>
      </ConfirmDialog>
    </>
  );
}
