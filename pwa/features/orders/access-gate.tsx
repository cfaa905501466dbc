import { useEffect, useRef, useState } from 'react';
import { useAppStore } from '#pwa/data/app-store.ts';
import { enterAccessCode, type AccessAttempt } from '#pwa/data/session/enter-access-code.ts';
import { useDraftOrders } from '#pwa/data/orders/use-draft-orders.ts';
import { useWaitingIds } from '#pwa/data/queries/use-outbox.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Field } from '#pwa/ui/field.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { toOutage } from '#pwa/ui/outage.ts';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { PasswordInput } from '#pwa/ui/password-input.tsx';
import styles from './order-picker.module.css';

/** Asks for the access code and checks it on every keystroke, without a submit button. */
export function AccessGate({ title }: { readonly title: string }) {
  const app = useAppStore();
  const [attempt, setAttempt] = useState<AccessAttempt | Checking>();
  const newest = useRef('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { isOnline, hasNetwork } = useConnection();
  useEffect(() => () => clearTimeout(timer.current), []);

  async function compare(code: string): Promise<void> {
    newest.current = code;
    clearTimeout(timer.current);
    if (code === '') return setAttempt(undefined);
    timer.current = setTimeout(() => setAttempt({ outcome: 'checking' }), SLOW_MS);
    const result = await enterAccessCode(app, code);
    // The input has changed since; this result is outdated.
    if (newest.current !== code) return;
    clearTimeout(timer.current);
    setAttempt(result);
    if (result.outcome === 'later')
      timer.current = setTimeout(() => void compare(code), result.seconds * 1000);
    if (result.outcome === 'offline' || result.outcome === 'refused')
      timer.current = setTimeout(() => void compare(code), RETRY_MS);
  }

  return (
    <Page title={title} isNarrow>
      <PageHead
        heading={title}
        lead={
          app.accessMemory.isWithdrawn()
            ? 'This device needs the access code again: the code has changed, or the device was offline for 90 days.'
            : 'For field sales and partners. Enter the access code once; this device remembers it, even without a connection.'
        }
      />
      <div className={styles.accessGate}>
        <KeptOrders />
        <Field label="Access code" hint="Case-sensitive. It unlocks as soon as the code is complete.">
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={500}
              onChange={(event) => void compare(event.currentTarget.value)}
            />
          )}
        </Field>
        <p className={styles.accessGateWord} role="status">
          {toMessage(attempt)}
        </p>
        {(!isOnline || attempt?.outcome === 'offline') && (
          <Notice tone="pending">
            {hasNetwork
              ? `${toOutage(hasNetwork)} The code is checked as soon as we can.`
              : 'Go online once to unlock. After that it works offline.'}
          </Notice>
        )}
      </div>
    </Page>
  );
}

/** What this device keeps while its purchase orders are locked, so that the seller knows that nothing is lost. */
function KeptOrders() {
  const { accessMemory } = useAppStore();
  const waiting = useWaitingIds('ukraines')?.size ?? 0;
  const drafts = useDraftOrders()?.length ?? 0;
  if (waiting + drafts === 0) return null;
  return (
    <Notice tone="pending" actions={waiting > 0 && <Link to="/sync">See what waits</Link>}>
      {waiting > 0 &&
        `${countOf(waiting, 'order waits', 'orders wait')} on this device and will be sent once the code is entered. `}
      {drafts > 0 && `${countOf(drafts, 'draft order is', 'draft orders are')} saved on this device. `}
      {accessMemory.isWithdrawn() && 'Your confirmed orders open again with the new code.'}
    </Notice>
  );
}

function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Delay between attempts while the server can't be reached or doesn't check the code. */
const RETRY_MS = 5000;
/** A check that takes longer is shown. */
const SLOW_MS = 1000;

interface Checking {
  readonly outcome: 'checking';
}

function toMessage(attempt: AccessAttempt | Checking | undefined): string {
  switch (attempt?.outcome) {
    case 'checking':
      return 'Checking …';
    case 'wrong':
      return 'That’s not the code yet.';
    case 'later':
      return `Too many attempts. Checking again in ${attempt.seconds} s.`;
    case 'refused':
      return attempt.message;
    default:
      return '';
  }
}
