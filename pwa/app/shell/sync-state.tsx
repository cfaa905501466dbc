import { lazy, Suspense, useState } from 'react';
import { useHasAccess, useSession } from '#pwa/data/session/use-session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { useRejectedChanges } from '#pwa/data/queries/use-rejected-changes.ts';

import type { SyncIndicatorProps } from './sync-indicator.tsx';

// Lazy: most shoppers never see it. Without its code, e.g. before the first visit has cached it, there is no button.
const SyncIndicator = lazy(async () => ({
  default: await import('./sync-indicator.tsx').then(
    (module) => module.SyncIndicator,
    () => (_props: SyncIndicatorProps) => null,
  ),
}));

/** Shoppers see the sync centre's button only if something is not in order; staff and unlocked devices always do. */
export function SyncState() {
  const { waiting, isOnline, refusal } = useConnection();
  const rejectedChanges = useRejectedChanges().length;
  const { isStaff } = useSession();
  const hasAccess = useHasAccess();
  const isProminent = isStaff || hasAccess || !isOnline || refusal !== undefined || rejectedChanges > 0;
  const isShown = isProminent || waiting > 0;
  const [wasShown, setWasShown] = useState(isShown);
  // Stays mounted, for its open drawer.
  if (isShown && !wasShown) setWasShown(true);
  if (!wasShown) return null;
  return (
    <Suspense fallback={null}>
      <SyncIndicator isShown={isShown} isLate={!isProminent} />
    </Suspense>
  );
}
