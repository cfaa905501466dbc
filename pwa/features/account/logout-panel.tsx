import { useState } from 'react';
import { Link } from 'react-router-dom';
import { logError } from '#pwa/data/log.ts';
import { signOut } from '#pwa/data/session.ts';
import { useConnection } from '#pwa/data/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import styles from './logout-panel.module.css';

export function LogoutPanel({ name }: { readonly name: string | undefined }) {
  const { waiting } = useConnection();
  const [error, setError] = useState<string>();

  async function handleSignOut() {
    setError(undefined);
    try {
      await signOut();
    } catch (cause) {
      logError('Authentication error:', cause);
      setError(cause instanceof Error ? cause.message : String(cause));
    }
  }

  return (
    <div className={styles.panel}>
      <p>Signed in as {name}.</p>
      {waiting > 0 && (
        <Notice tone="pending">
          {waiting} {waiting === 1 ? 'change waits' : 'changes wait'} to be sent. Log out once they are, so
          that nothing stays behind. <Link to="/sync">Look at them</Link>
        </Notice>
      )}
      {error !== undefined && (
        <Notice tone="error" role="alert">
          Error: {error}
        </Notice>
      )}
      <Button onClick={() => void handleSignOut()}>Log Out</Button>
    </div>
  );
}
