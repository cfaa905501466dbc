import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import styles from './loading-lines.module.css';

/** Something is on its way. */
export function LoadingLines({ text }: { readonly text: string }) {
  return (
    <div role="status" className={styles.lines}>
      <span>{text} …</span>
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </div>
  );
}

/** It didn't come, and why. */
export function TryAgain({
  reason,
  onTry,
}: {
  readonly reason: string | undefined;
  readonly onTry: () => void;
}) {
  return (
    <Notice tone="error" role="alert" actions={<Button onClick={onTry}>Try again</Button>}>
      {reason}
    </Notice>
  );
}
