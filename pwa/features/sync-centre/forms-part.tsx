import { useStore } from '#pwa/create-store.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { toFormPath, toFormTitle } from '#pwa/data/forms/describe-form.ts';
import { discardForm } from '#pwa/data/forms/form-files.ts';
import type { UnsentInput } from '#pwa/data/forms/form-store.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { useToast } from '#pwa/ui/toasts.ts';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { Part } from './part.tsx';
import styles from './sync-centre.module.css';

/** Forms that were begun and not sent. Without one there is no part. */
export function FormsPart() {
  const { forms } = useAppStore();
  const unsent = (useStore(forms.all) ?? []).filter(({ title }) => title !== undefined);
  if (unsent.length === 0) return null;
  return (
    <Part title="Unsent forms on this device" count={unsent.length}>
      <ul className={styles.waitingList}>
        {unsent.map((input) => (
          <UnsentForm key={input.key} input={input} />
        ))}
      </ul>
    </Part>
  );
}

function UnsentForm({ input }: { readonly input: UnsentInput }) {
  const app = useAppStore();
  const showToast = useToast();
  const path = toFormPath(input);
  const title = toFormTitle(input);

  function handleDiscard() {
    const act = discardForm(app, input.key);
    showToast({ text: 'The form is discarded.', action: { text: 'Undo', act } });
  }

  return (
    <li className={styles.waitingListWrite}>
      <span className={styles.waitingListLabel}>
        {path === undefined ? title : <Link to={path}>{title}</Link>}
      </span>
      <Instant at={input.savedAt} className={styles.waitingListTime} />
      <Button kind="plain" onClick={handleDiscard}>
        Discard<VisuallyHidden> {title}</VisuallyHidden>
      </Button>
    </li>
  );
}
