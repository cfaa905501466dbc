import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './icon-button.module.css';
import { useIsLive } from './use-is-live.ts';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** What it does, for it shows only an icon. */
  readonly label: string;
}

export function IconButton({ label, className, disabled, ...rest }: IconButtonProps) {
  const isLive = useIsLive();
  return (
    <button
      type="button"
      title={label}
      {...rest}
      disabled={disabled || !isLive}
      data-not-live={!isLive || undefined}
      aria-label={label}
      className={classNames(styles.button, className)}
    />
  );
}
