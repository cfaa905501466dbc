import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import styles from './migration.module.css';

/** Something is on its way. */
export function LoadingLines({ text }: { readonly text: string }) {
  return (
    <div role="status" className={styles.loadingLines}>
      <span>{text} …</span>
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </div>
  );
}

interface TryAgainProps {
  /** What didn't come, as a sentence. */
  readonly what: string;
  readonly reason: string | undefined;
  readonly onTry: () => void;
}

/** It didn't come, and why. */
export function TryAgain({ what, reason, onTry }: TryAgainProps) {
  return (
    <Notice tone="error" role="alert" actions={<Button onClick={onTry}>Try again</Button>}>
      {what} {reason}
    </Notice>
  );
}
