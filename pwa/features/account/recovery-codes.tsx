import { Button } from '#pwa/ui/button.tsx';
import { saveFile } from '#pwa/ui/save-file.ts';
import { useToast } from '#pwa/ui/toasts.ts';
import styles from './account.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

/** Shows recovery codes, which nobody can read again. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const showToast = useToast();
  const text = `Recovery codes of Nankeen. Each counts once.\n\n${codes.join('\n')}\n`;

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ text: 'The recovery codes are copied.' });
    } catch {
      showToast({ text: 'This browser does not let us copy. Download or print the codes.', tone: 'error' });
    }
  }

  return (
    <div className={styles.recovery}>
      <h3>Your recovery codes</h3>
      <p>
        Keep them where you find them without your phone. Each replaces a passkey or a code of the app once,
        besides the password. They are shown only now, and earlier ones count no more.
      </p>
      <ul className={styles.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.factorActions}>
        <Button onClick={() => void handleCopy()}>Copy</Button>
        <Button onClick={() => saveFile('nankeen-recovery-codes.txt', text, 'text/plain')}>Download</Button>
        <Button onClick={() => window.print()}>Print</Button>
        <Button kind="primary" onClick={onKept}>
          I have kept them
        </Button>
      </div>
    </div>
  );
}
