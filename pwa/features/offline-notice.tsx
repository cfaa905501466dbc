import type { ReactNode } from 'react';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { toOutage } from '#pwa/ui/outage.ts';

interface OfflineNoticeProps {
  /** `calm` where everything works all the same. */
  readonly tone?: 'calm' | 'pending';
  /** What it means here, as a sentence. */
  readonly children: ReactNode;
}

/** Shows while the server can't be reached: why, and what that means here. The strip on top announces it. */
export function OfflineNotice({ tone = 'pending', children }: OfflineNoticeProps) {
  const { isOnline, hasNetwork } = useConnection();
  if (isOnline) return null;
  return (
    <Notice tone={tone}>
      {toOutage(hasNetwork)} {children}
    </Notice>
  );
}
