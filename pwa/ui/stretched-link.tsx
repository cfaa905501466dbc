import { Link, type LinkProps } from './link.tsx';
import { classNames } from './class-names.ts';
import styles from './stretched-link.module.css';

/** The link of a tile: makes its whole nearest positioned ancestor clickable. */
export function StretchedLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={classNames(styles.link, className)} />;
}
