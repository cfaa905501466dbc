import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { LoadingText } from '#pwa/ui/skeleton.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import type { Fetched } from './use-fetched.ts';

interface FetchStateProps {
  readonly of: Pick<Fetched<unknown>, 'status' | 'reason' | 'reload'>;
  /** What is fetched, such as `sessions`. */
  readonly what: string;
  /** Says, without a connection, what needs one. */
  readonly offline?: string;
}

/** Says why something that only the server has is not here: no connection, still loading, or failed. */
export function FetchState({ of: { status, reason, reload }, what, offline }: FetchStateProps) {
  return (
    <>
      {offline !== undefined && <OfflineNotice>{offline}</OfflineNotice>}
      {status === 'loading' && <LoadingText>Loading the {what} …</LoadingText>}
      {status === 'failed' && (
        <TryAgain what={`The ${what} can’t be loaded.`} reason={reason} onTry={reload} />
      )}
    </>
  );
}

interface TryAgainProps {
  /** What failed, as a sentence. */
  readonly what: string;
  readonly reason: string | undefined;
  readonly onTry: () => void;
}

/** Says what failed and why, and offers to try again. */
export function TryAgain({ what, reason, onTry }: TryAgainProps) {
  return (
    <Notice tone="error" role="alert" actions={<Button onClick={onTry}>Try again</Button>}>
      {what} {reason}
    </Notice>
  );
}
