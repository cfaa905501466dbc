import { Link } from 'react-router-dom';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import styles from './account.module.css';
import { SignOutButton } from './sign-out-button.tsx';

export function LogoutPanel({ name }: { readonly name: string | undefined }) {
  const { waiting } = useConnection();
  return (
    <div className={styles.logoutPanel}>
      <p>Signed in as {name}.</p>
      {waiting > 0 && (
        <Notice tone="pending">
          {waiting} {waiting === 1 ? 'change waits' : 'changes wait'} to be sent. You are asked what becomes
          of them before you are signed out. <Link to="/sync">Look at them</Link>
        </Notice>
      )}
      <SignOutButton />
    </div>
  );
}
