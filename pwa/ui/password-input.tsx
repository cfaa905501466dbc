import { useState, type ComponentProps } from 'react';
import { Button } from './button.tsx';
import styles from './password-input.module.css';
import { TextInput } from './text-input.tsx';

/** A masked field with a button that shows what is typed. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={styles.frame}>
      <TextInput {...props} type={isShown ? 'text' : 'password'} className={styles.input} />
      <Button kind="plain" aria-controls={props.id} onClick={() => setIsShown(!isShown)}>
        {isShown ? 'Hide' : 'Show'}
      </Button>
    </div>
  );
}
