import { useEffect, useState, type ReactNode } from 'react';
import { useNavigationType } from 'react-router-dom';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import { LEFT_WORK_KEY } from '#pwa/data/session/identity.ts';
import { readUnopened, removeOwnStores } from '#pwa/data/store/export-unopened.ts';
import type { StoreError } from '#pwa/data/store/store-provider.ts';
import { useCart } from '#pwa/data/cart/use-cart.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { Description, DescriptionList } from '#pwa/ui/description-list.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { saveFile } from '#pwa/ui/save-file.ts';
import styles from './app-pages.module.css';
import { TroublePage } from './trouble-page.tsx';

/** Stands over a page that came rendered: it can be read, but nothing can be written. */
export function StoreErrorNotice() {
  return (
    <TroubleNotice actions={<Button onClick={() => location.reload()}>Try again</Button>}>
      We can&rsquo;t open what&rsquo;s saved on this device. You can read the store, but what you do here
      isn&rsquo;t saved.
    </TroubleNotice>
  );
}

/** Stands over any page while the browser's storage does not respond. A reload would lose what was typed. */
export function SilentStorageNotice() {
  return (
    <TroubleNotice>
      This browser&rsquo;s storage doesn&rsquo;t respond, so nothing can be read or saved right now. Close the
      other tabs of this store, and leave this one open: it goes on by itself. If that doesn&rsquo;t help,
      restart the browser. What was saved before is kept.
    </TroubleNotice>
  );
}

/** Says that something on this device waits for an account whose session has ended. */
export function LeftWorkNotice() {
  const { storage } = useAppStore();
  const [isSeen, setIsSeen] = useState(false);
  const count = Number(storage.getItem(LEFT_WORK_KEY)?.split(' ')[1]);
  if (isSeen || !(count > 0)) return null;

  function dismiss() {
    storage.removeItem(LEFT_WORK_KEY);
    setIsSeen(true);
  }

  return (
    <div className={styles.storeTroubleNotice} data-screen-only>
      <Notice
        tone="pending"
        role="status"
        actions={
          <>
            <ButtonLink to="/login">Login</ButtonLink>
            <Button kind="plain" onClick={dismiss}>
              Dismiss
            </Button>
          </>
        }
      >
        This browser was signed out. {count === 1 ? '1 change' : `${count} changes`} of that account{' '}
        {count === 1 ? 'is' : 'are'} not sent yet: {count === 1 ? 'it waits' : 'they wait'} on this device
        until the account logs in here again.
      </Notice>
    </div>
  );
}

function TroubleNotice({
  children,
  actions,
}: {
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div className={styles.storeTroubleNotice} data-screen-only>
      <Notice tone="error" role="alert" actions={actions}>
        {children}
      </Notice>
    </div>
  );
}

/** Replaces a screen that needs the local store while this page can't use it: says what is kept and how to recover. */
export function StoreErrorPage({ error }: { readonly error: StoreError }) {
  return error === 'superseded' ? <Superseded /> : <Unopened />;
}

function Superseded() {
  return (
    <TroublePage
      role="alert"
      title="Reload to go on"
      lead="A newer version of the store is open in another tab, and this tab has let go of what they share. Everything you wrote is kept on this device."
    >
      <Button kind="primary" onClick={() => location.reload()}>
        Reload
      </Button>
    </TroublePage>
  );
}

function Unopened() {
  const app = useAppStore();
  const navigation = useNavigationType();

  // A followed link opens a screen without data. Without a service worker the server sends the same page with it.
  useEffect(() => {
    if (navigation !== 'POP' && !navigator.serviceWorker?.controller) location.reload();
  }, [navigation]);

  const { count } = useCart();
  const [message, setMessage] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);

  async function handleExport() {
    const texts = await readUnopened(app);
    for (const { collection, text } of texts) saveFile(`${collection}.ndjson`, text, 'application/x-ndjson');
    setMessage(
      texts.length === 0
        ? 'There was nothing that could be read and had not been sent.'
        : `${texts.length === 1 ? '1 file was' : `${texts.length} files were`} handed to the browser. The command line can import them.`,
    );
  }

  async function attempt(action: () => Promise<void>) {
    try {
      await action();
    } catch (error) {
      logError('The local store could not be recovered:', error);
      setMessage('That did not work. Close the other tabs of this store and try again.');
    }
  }

  const handleStartAfresh = () =>
    attempt(async () => {
      await removeOwnStores(app);
      location.reload();
    });

  return (
    <TroublePage
      title="We can’t open what’s saved on this device"
      lead="The browser refused to open it. Loading the page again often helps."
    >
      <DescriptionList>
        <Description name="Confirmed changes">On the server, and fetched again.</Description>
        <Description name="Your cart">
          {count === 0 ? 'Empty.' : `${count} ${count === 1 ? 'item' : 'items'}, kept apart on this device.`}
        </Description>
        <Description name="Changes not sent yet">
          Still on this device. Export what can be read of them before you start afresh.
        </Description>
      </DescriptionList>
      <div className={styles.storeTroublePageActions}>
        <Button kind="primary" onClick={() => location.reload()}>
          Try again
        </Button>
        <Button onClick={() => void attempt(handleExport)}>Export what can be read</Button>
        <Button kind="danger" onClick={() => setIsAsking(true)}>
          Start afresh
        </Button>
      </div>
      <div role="status">{message && <Notice tone="pending">{message}</Notice>}</div>
      <ConfirmDialog
        title="Start afresh?"
        action="Start afresh"
        isDanger
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void handleStartAfresh()}
      >
        <p>
          What is saved on this device is deleted and fetched again from the server. Changes that were not
          sent and not exported are gone for good.
        </p>
      </ConfirmDialog>
    </TroublePage>
  );
}
