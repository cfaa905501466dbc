import type { Session } from '#shared/api/messages.ts';
import { useStore } from '#pwa/create-store.ts';
import { useAppStore } from '../app-store.ts';

export interface SessionState {
  readonly status: 'loading' | 'signed-out' | 'signed-in';
  readonly account?: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly emailVerified: boolean;
    /** URL of the account's own picture. */
    readonly photo?: string | null | undefined;
  };
  readonly isStaff: boolean;
  readonly isManager: boolean;
  readonly hasPassword?: boolean | undefined;
  /** ISO time since when the account signs in with Google. */
  readonly googleSince?: string | undefined;
  /** Whether the account has a code app. */
  readonly hasCodeApp?: boolean | undefined;
  readonly hasPasskey?: boolean | undefined;
  /** What the account has to do before it has the rights of its role. */
  readonly needs?: Session['needs'];
}

/** Who is signed in, live and across tabs. */
export function useSession(): SessionState {
  const current = useStore(useAppStore().session, () => undefined);
  if (!current) return { status: 'loading', isStaff: false, isManager: false };
  const { account, isStaff, role, ...rest } = current;
  if (!account) return { status: 'signed-out', isStaff: false, isManager: false };
  const isManager = role === 'manager';
  const { hasPassword, googleSince, hasCodeApp, hasPasskey, needs } = rest;
  const methods = { hasPassword, googleSince, hasCodeApp, hasPasskey };
  return { status: 'signed-in', account, isStaff, isManager, ...methods, needs };
}

/** Whether the purchase-order pages are unlocked on this device. */
export function useHasAccess(): boolean {
  const { accessMemory } = useAppStore();
  return useStore({ ...accessMemory, read: () => accessMemory.token() !== undefined }, () => false);
}
