import { useSession } from '#pwa/data/session/use-session.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { LoadingText } from '#pwa/ui/skeleton.tsx';
import { MigrationTool } from './migration-tool.tsx';
import { OfflineNotice } from '../offline-notice.tsx';

/** The migration tool for staff: copy, rename, import, export. The server enforces access. */
export function MigrationPage() {
  const { status, account, isStaff } = useSession();
  return (
    <Page title="Migration">
      <PageHead
        heading="Migration"
        lead="Copy a collection, rename its fields, import and export documents. You see what would change before anything does, and every job can be undone."
      />
      <OfflineNotice>
        Migration needs a connection: it works on the server’s own documents. What you have chosen stays here,
        a file you choose is sent later, and a job that runs goes on without you.
      </OfflineNotice>
      {status === 'loading' && <LoadingText>Asking who is signed in …</LoadingText>}
      {status !== 'loading' && !isStaff && <StaffOnly email={account?.email} />}
      {isStaff && <MigrationTool />}
    </Page>
  );
}

function StaffOnly({ email }: { readonly email: string | undefined }) {
  return (
    <EmptyState
      title="Staff only"
      actions={
        <ButtonLink kind="primary" to="/login">
          {email === undefined ? 'Sign in' : 'Sign in with another account'}
        </ButtonLink>
      }
    >
      {email === undefined
        ? 'Sign in with a staff account to see the collections. Nobody else’s documents can be read or changed from here without it.'
        : `${email} is a customer’s account. Ask somebody of the staff to migrate for you, or sign in with theirs.`}
    </EmptyState>
  );
}
