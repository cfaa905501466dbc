import { useState, type ReactNode, type SyntheticEvent } from 'react';
import styles from './details.module.css';
import { ChevronDownIcon } from './icons/action-icons.tsx';

interface DetailsProps {
  readonly title: ReactNode;
  readonly isOpenFirst?: boolean;
  readonly children: ReactNode;
}

/** The platform's disclosure, for secondary content. The content is mounted only while it is open. */
export function Details({ title, isOpenFirst = false, children }: DetailsProps) {
  const [isOpen, setIsOpen] = useState(isOpenFirst);
  function handleToggle(event: SyntheticEvent<HTMLDetailsElement>) {
    // React also bubbles the toggle event of a nested `Details`.
    if (event.target === event.currentTarget) setIsOpen(event.currentTarget.open);
  }
  return (
    <details className={styles.fold} open={isOpen} onToggle={handleToggle}>
      <summary className={styles.title}>
        <ChevronDownIcon size="small" />
        <span>{title}</span>
      </summary>
      {isOpen && <div className={styles.inside}>{children}</div>}
    </details>
  );
}
