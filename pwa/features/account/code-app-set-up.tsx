import { encode } from 'uqr';
import { useState, type SyntheticEvent } from 'react';
import type { CodeAppKey } from '#shared/api/account-routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { CodeInput } from '../code-input.tsx';
import styles from './account.module.css';

interface CodeAppSetUpProps {
  readonly keyOfApp: CodeAppKey;
  /** @throws what the person should read */
  readonly onCode: (code: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** Shows the key of a code app and asks for a first code. */
export function CodeAppSetUp({ keyOfApp: { key, address }, onCode, onCancel }: CodeAppSetUpProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const message = failure instanceof Error ? failure.message : undefined;
  const isOfField = failure instanceof AppError && failure.path === 'code';

  async function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code') ?? '');
    setFailure(undefined);
    setIsBusy(true);
    try {
      await onCode(code);
    } catch (error) {
      setFailure(error);
      setIsBusy(false);
    }
  }

  return (
    <form noValidate className={styles.codeApp} onSubmit={(event) => void handleSubmit(event)}>
      <ol className={styles.codeAppSteps}>
        <li>Open a code app on your phone, such as Aegis, Google Authenticator or a password manager.</li>
        <li>
          Scan this picture with it, or type the key.
          <QrCode text={address} />
          <span className={styles.codeAppKey}>{(key.match(/.{4}/g) ?? []).join(' ')}</span>
        </li>
        <li>Enter the code that the app shows.</li>
      </ol>
      <Field label="Code" error={isOfField ? message : undefined}>
        {(control) => <CodeInput {...control} />}
      </Field>
      {message !== undefined && !isOfField && (
        <Notice tone="error" role="alert">
          Error: {message}
        </Notice>
      )}
      <div className={styles.factorActions}>
        <Button type="submit" kind="primary" disabled={isBusy}>
          {isBusy ? 'Checking …' : 'Turn on'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

/** Dark on white in both themes, because not every camera reads light on dark. */
function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className={styles.codeAppQr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="The key as a picture to scan"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
