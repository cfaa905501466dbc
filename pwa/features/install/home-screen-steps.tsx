import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { AddToHomeScreenIcon, ShareIcon } from '#pwa/ui/icons/action-icons.tsx';
import styles from './home-screen-steps.module.css';

interface HomeScreenStepsProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Install instructions for browsers without an install prompt. */
export function HomeScreenSteps({ isOpen, onClose }: HomeScreenStepsProps) {
  return (
    <Dialog
      title="Add Nankeen to your Home Screen"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          Got it
        </Button>
      }
    >
      <ol className={styles.steps}>
        <li>
          <ShareIcon size="large" />
          <p>
            Tap <strong>Share</strong> in the browser&rsquo;s bar.
          </p>
        </li>
        <li>
          <AddToHomeScreenIcon size="large" />
          <p>
            Scroll down and choose <strong>Add to Home Screen</strong>.
          </p>
        </li>
        <li>
          <img src="/icons/apple-touch-180.png" alt="" width={48} height={48} />
          <p>
            Tap <strong>Add</strong>. Nankeen opens like any other app, with or without a signal.
          </p>
        </li>
      </ol>
    </Dialog>
  );
}
