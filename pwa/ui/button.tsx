import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { HydratedButton } from './hydrated-button.tsx';

/** `primary` once per screen at most: it is the one thing to do next. */
export type ButtonKind = 'primary' | 'quiet' | 'danger' | 'plain';

interface Look {
  readonly kind?: ButtonKind;
  readonly isWide?: boolean;
}

export function Button({ kind = 'quiet', isWide, className, ...rest }: ComponentProps<'button'> & Look) {
  return <HydratedButton {...rest} className={toClassName(kind, isWide, className)} />;
}

/** A link that looks like a button: it leads somewhere, it doesn't do something. */
export function ButtonLink({ kind = 'quiet', isWide, className, ...rest }: LinkProps & Look) {
  return <Link {...rest} className={toClassName(kind, isWide, className)} />;
}

function toClassName(kind: ButtonKind, isWide: boolean | undefined, className: string | undefined): string {
  return classNames(styles.button, styles[kind], isWide && styles.wide, className);
}
