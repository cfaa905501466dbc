import type { ComponentProps } from 'react';
import { Link, type LinkProps } from './link.tsx';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { HydratedButton } from './hydrated-button.tsx';

/** `primary` at most once per screen: it is the one thing to do next. */
export type ButtonKind = 'primary' | 'quiet' | 'danger' | 'plain';

interface ButtonStyle {
  readonly kind?: ButtonKind;
  readonly isWide?: boolean;
}

export function Button({
  kind = 'quiet',
  isWide,
  className,
  ...rest
}: ComponentProps<'button'> & ButtonStyle) {
  return <HydratedButton {...rest} className={toClassName(kind, isWide, className)} />;
}

/** A link styled as a button, for navigation only. */
export function ButtonLink({ kind = 'quiet', isWide, className, ...rest }: LinkProps & ButtonStyle) {
  return <Link {...rest} className={toClassName(kind, isWide, className)} />;
}

function toClassName(kind: ButtonKind, isWide: boolean | undefined, className: string | undefined): string {
  return classNames(styles.button, styles[kind], isWide && styles.wide, className);
}
