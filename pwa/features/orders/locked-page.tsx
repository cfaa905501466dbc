import type { ReactNode } from 'react';
import { useDeviceNameSent } from '#pwa/data/orders/device-name.ts';
import { useHasAccess, useSession } from '#pwa/data/session/use-session.ts';
import { AccessGate } from './access-gate.tsx';

interface LockedPageProps {
  /** Whether staff see the page without the code, because it is read-only. */
  readonly isOpenToStaff?: boolean;
  readonly title: string;
  readonly children: () => ReactNode;
}

/** A locked page. Its content renders only once the access code was entered on this device. */
export function LockedPage({ isOpenToStaff = false, title, children }: LockedPageProps) {
  const hasAccess = useHasAccess();
  useDeviceNameSent();
  const { isStaff } = useSession();
  return hasAccess || (isOpenToStaff && isStaff) ? <>{children()}</> : <AccessGate title={title} />;
}
