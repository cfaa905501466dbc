import { useAppStore } from '#pwa/data/app-store.ts';
import { hasPasskeySupport, signInWithPasskey } from '#pwa/data/session/passkeys.ts';
import type { SignedInAccount } from '#pwa/data/session/session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';

interface PasskeyLoginProps {
  /** Whether another sign-in is going on. */
  readonly isDisabled: boolean;
  /** Runs a sign-in, which shows its progress and its failure. */
  readonly run: (signIn: () => Promise<SignedInAccount>) => Promise<void>;
}

/** Signs in with a passkey alone, where the browser can. */
export function PasskeyLogin({ isDisabled, run }: PasskeyLoginProps) {
  const app = useAppStore();
  const { isOnline } = useConnection();
  if (!hasPasskeySupport()) return null;
  return (
    <Button disabled={isDisabled || !isOnline} onClick={() => void run(() => signInWithPasskey(app))}>
      Use a passkey
    </Button>
  );
}
