import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './icon-button.module.css';
import { HydratedButton } from './hydrated-button.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** Accessible name: the button shows only an icon. */
  readonly label: string;
}

export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <HydratedButton
      title={label}
      {...rest}
      aria-label={label}
      className={classNames(styles.button, className)}
    />
  );
}
