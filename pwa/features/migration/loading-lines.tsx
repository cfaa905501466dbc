import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import styles from './migration.module.css';

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
  /** What failed to load, as a sentence. */
  readonly what: string;
  readonly reason: string | undefined;
  readonly onTry: () => void;
}

/** Says what failed to load and why, and offers to try again. */
export function TryAgain({ what, reason, onTry }: TryAgainProps) {
  return (
    <Notice tone="error" role="alert" actions={<Button onClick={onTry}>Try again</Button>}>
      {what} {reason}
    </Notice>
  );
}
