import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import styles from './account.module.css';
import { AskForLink } from '../ask-for-link.tsx';
import { MailedLink } from './mailed-link.tsx';
import { ResetForm } from './reset-form.tsx';

/**
 * Where a person who forgot the password asks for a link, and where that link leads. The link's token is the fragment,
 * which browsers keep to themselves. Opening it changes nothing.
 */
export function ResetPasswordPage() {
  const { hash } = useLocation();
  const token = hash.slice(1);
  return (
    <Page title="Set a new password" isNarrow>
      <PageHead
        heading="Set a new password"
        lead={token === '' && 'We email you a link. It shows that the account’s address is yours.'}
      />
      <div className={styles.verify}>
        {token === '' ? (
          <AskForLink purpose="reset" label="Email me a link" />
        ) : (
          <OpenedLink key={token} token={token} />
        )}
      </div>
    </Page>
  );
}

function OpenedLink({ token }: { readonly token: string }) {
  const [isDone, setIsDone] = useState(false);

  if (isDone) {
    return (
      <Notice
        tone="confirmed"
        role="status"
        actions={
          <ButtonLink kind="primary" to="/login">
            Login
          </ButtonLink>
        }
      >
        Your new password is set. All browsers were signed out.
      </Notice>
    );
  }
  return (
    <MailedLink
      purpose="reset"
      token={token}
      unchecked="Setting a new password needs a connection. The link works for ten minutes after it was sent; nothing has been changed."
      renderRefused={({ message }) => (
        <>
          <Notice tone="pending" role="status">
            {message}
          </Notice>
          <AskForLink purpose="reset" />
        </>
      )}
    >
      {({ email }, checkAgain) => (
        <ResetForm token={token} email={email} onDone={() => setIsDone(true)} onRefused={checkAgain} />
      )}
    </MailedLink>
  );
}
