import { useId, useState, type SyntheticEvent } from 'react';
import { STAFF_ROLES, type StaffRole } from '#shared/access/actor.ts';
import type { StaffList, StaffMember } from '#shared/api/staff-routes.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import {
  disableAccount,
  enableAccount,
  endAllSessions,
  endSessionsOf,
  removeSecondFactor,
  fetchStaff,
  grantRole,
  withdrawRole,
} from '#pwa/data/queries/staff.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Row, RowList } from '#pwa/ui/row-list.tsx';
import { Select } from '#pwa/ui/select.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import { useToast } from '#pwa/ui/toasts.ts';
import { useConfirmedCall } from '../confirmed-call.tsx';
import { FetchState } from '../fetch-state.tsx';
import { useFetched } from '../use-fetched.ts';
import { StaffOnly } from '../staff-only.tsx';
import {
  toDisabling,
  toRemoval,
  toSignOut,
  toSignOutOfAll,
  toWithdrawal,
  type Asked,
} from './staff-questions.ts';
import styles from './staff-page.module.css';

const PURPOSE = 'Managers see here who is staff, give and withdraw roles, and disable accounts.';
const ROLES: Readonly<Record<StaffRole, string>> = { staff: 'Staff', manager: 'Manager' };

/** Roles and disabled accounts, for managers. */
export function StaffPage() {
  const { isStaff, isManager } = useSession();
  return (
    <Page title="Staff" isNarrow>
      <PageHead heading="Staff" lead={isStaff && <Link to="/admin">Admin</Link>} />
      <StaffOnly purpose={PURPOSE}>
        {isManager ? (
          <Roles />
        ) : (
          <EmptyState title="Managers only">{PURPOSE} Ask a manager for the role.</EmptyState>
        )}
      </StaffOnly>
    </Page>
  );
}

function Roles() {
  const app = useAppStore();
  const showToast = useToast();
  const { isOnline } = useConnection();
  const { call, dialog } = useConfirmedCall();
  const members = useFetched('staff', () => fetchStaff(app), {
    isPaused: !isOnline,
  });
  const { value, reload } = members;
  const [asked, setAsked] = useState<Asked>();
  const [isBusy, setIsBusy] = useState(false);

  /** @returns whether it was done */
  async function run(change: () => Promise<unknown>, done: string): Promise<boolean> {
    setIsBusy(true);
    let isDone = false;
    try {
      isDone = (await call(change)) !== undefined;
      if (isDone) showToast({ text: done });
    } catch (error) {
      showToast({ text: error instanceof Error ? error.message : String(error), tone: 'error' });
    }
    setIsBusy(false);
    reload();
    return isDone;
  }

  const common = { isDisabled: isBusy || !isOnline, onAsk: setAsked, run };
  return (
    <div className={styles.parts}>
      <FetchState
        of={members}
        what="staff"
        offline="Roles are kept on the server: seeing and changing them needs a connection."
      />
      {value?.isEverybodyStaff && (
        <Notice>This is a demo: everybody who signs in is staff. Only managers need the role.</Notice>
      )}
      {value && <Members {...common} staff={value.staff} />}
      <GrantForm {...common} />
      {value && <Disabled {...common} disabled={value.disabled} />}
      <Everybody {...common} />
      <ConfirmDialog
        title={asked?.title ?? ''}
        action={asked?.action ?? ''}
        isDanger
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={() => asked && void run(asked.run, asked.done)}
      >
        <p>{asked?.text}</p>
      </ConfirmDialog>
      {dialog}
    </div>
  );
}

interface PartProps {
  readonly isDisabled: boolean;
  readonly onAsk: (asked: Asked) => void;
  readonly run: (change: () => Promise<unknown>, done: string) => Promise<boolean>;
}

function Members({ staff, isDisabled, onAsk }: PartProps & Pick<StaffList, 'staff'>) {
  const app = useAppStore();
  const titleId = useId();
  const { account } = useSession();
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <h2 id={titleId}>Accounts with a role</h2>
      {staff.length === 0 ? (
        <p>Nobody has a role yet. Give one below.</p>
      ) : (
        <RowList labelledBy={titleId}>
          {staff.map((member) => (
            <Row
              key={member.email}
              name={member.email}
              actions={
                member.email === account?.email.toLowerCase() ? (
                  <span className={styles.soft}>You</span>
                ) : (
                  <>
                    {member.source === 'granted' && (
                      <Button
                        disabled={isDisabled}
                        aria-label={`Withdraw the role of ${member.email}`}
                        onClick={() =>
                          onAsk(toWithdrawal(member.email, () => withdrawRole(app, member.email)))
                        }
                      >
                        Withdraw
                      </Button>
                    )}
                    {(member.account === 'verified' || member.account === 'unverified') && (
                      <>
                        <Button
                          disabled={isDisabled}
                          aria-label={`Sign ${member.email} out everywhere`}
                          onClick={() =>
                            onAsk(toSignOut(member.email, () => endSessionsOf(app, member.email)))
                          }
                        >
                          Sign out
                        </Button>
                        {member.hasSecondFactor && (
                          <Button
                            disabled={isDisabled}
                            aria-label={`Remove the second factor of ${member.email}`}
                            onClick={() =>
                              onAsk(toRemoval(member.email, () => removeSecondFactor(app, member.email)))
                            }
                          >
                            Remove second factor
                          </Button>
                        )}
                        <Button
                          disabled={isDisabled}
                          aria-label={`Disable the account ${member.email}`}
                          onClick={() =>
                            onAsk(toDisabling(member.email, () => disableAccount(app, member.email)))
                          }
                        >
                          Disable account
                        </Button>
                      </>
                    )}
                  </>
                )
              }
            >
              <span>
                {ROLES[member.role]}, <Source member={member} />
                {ACCOUNTS[member.account]}
              </span>
              {member.account !== 'none' && (
                <span>{member.hasSecondFactor ? 'Has a second factor' : 'No second factor'}</span>
              )}
            </Row>
          ))}
        </RowList>
      )}
    </section>
  );
}

const ACCOUNTS: Readonly<Record<StaffMember['account'], string>> = {
  none: '. There is no account with this address yet.',
  unverified: '. The address is not confirmed yet, so the role doesn’t count.',
  verified: '',
  disabled: '. The account is disabled.',
};

function Source({ member: { source, grantedAt, grantedBy } }: { readonly member: StaffMember }) {
  if (source === 'settings') return 'named in the setting STAFF_EMAILS';
  if (source === 'demo') return 'the demo’s own account';
  return (
    <>
      granted <Instant at={grantedAt ?? ''} /> by {grantedBy}
    </>
  );
}

function GrantForm({ isDisabled, run }: PartProps) {
  const app = useAppStore();
  const titleId = useId();

  async function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const email = String(data.get('email') ?? '').trim();
    const role = STAFF_ROLES.find((one) => one === data.get('role')) ?? 'staff';
    const done = `${email} is ${role === 'staff' ? 'staff' : 'a manager'}, and gets an email about it.`;
    if (await run(() => grantRole(app, email, role), done)) form.reset();
  }

  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <h2 id={titleId}>Give a role</h2>
      <p className={styles.soft}>
        Staff write products and read everybody’s enquiries and orders. Managers also give roles and disable
        accounts.
      </p>
      <form className={styles.form} onSubmit={(event) => void handleSubmit(event)}>
        <Field label="Address of the account">
          {(control) => <TextInput {...control} type="email" name="email" required autoComplete="off" />}
        </Field>
        <Field label="Role">
          {(control) => (
            <Select {...control} name="role">
              {STAFF_ROLES.map((role) => (
                <option key={role} value={role}>
                  {ROLES[role]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button type="submit" kind="primary" disabled={isDisabled}>
          Grant
        </Button>
      </form>
    </section>
  );
}

function Disabled({ disabled, isDisabled, onAsk, run }: PartProps & Pick<StaffList, 'disabled'>) {
  const app = useAppStore();
  const titleId = useId();

  function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const email = String(new FormData(form).get('email') ?? '').trim();
    const asked = toDisabling(email, () => disableAccount(app, email));
    onAsk({ ...asked, run: () => asked.run().then((list) => (form.reset(), list)) });
  }

  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <h2 id={titleId}>Disabled accounts</h2>
      <p className={styles.soft}>They can’t sign in. Their orders and enquiries are kept.</p>
      {disabled.length === 0 ? (
        <p>No account is disabled.</p>
      ) : (
        <RowList labelledBy={titleId}>
          {disabled.map(({ email, at, by }) => (
            <Row
              key={email}
              name={email}
              actions={
                <Button
                  disabled={isDisabled}
                  aria-label={`Enable the account ${email}`}
                  onClick={() => void run(() => enableAccount(app, email), `${email} can sign in again.`)}
                >
                  Enable
                </Button>
              }
            >
              <span>
                Disabled <Instant at={at} /> by {by}
              </span>
            </Row>
          ))}
        </RowList>
      )}
      <form className={styles.form} onSubmit={handleSubmit}>
        <Field label="Address of an account to disable">
          {(control) => <TextInput {...control} type="email" name="email" required autoComplete="off" />}
        </Field>
        <Button type="submit" disabled={isDisabled}>
          Disable account
        </Button>
      </form>
    </section>
  );
}

function Everybody({ isDisabled, onAsk }: PartProps) {
  const app = useAppStore();
  const titleId = useId();
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <h2 id={titleId}>All sessions</h2>
      <p className={styles.soft}>
        If sessions may have been stolen: sign out all customers, staff and managers.
      </p>
      <div>
        <Button disabled={isDisabled} onClick={() => onAsk(toSignOutOfAll(() => endAllSessions(app)))}>
          Sign everybody out
        </Button>
      </div>
    </section>
  );
}
