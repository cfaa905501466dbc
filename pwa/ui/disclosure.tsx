import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { classNames } from './class-names.ts';
import styles from './disclosure.module.css';
import { HydratedButton } from './hydrated-button.tsx';

interface DisclosureProps {
  /** Content of the button. */
  readonly button: ReactNode;
  readonly children: ReactNode;
  readonly buttonClassName?: string | undefined;
  readonly panelClassName?: string | undefined;
}

/** A button that shows and hides a panel. Esc, a followed link, and a focus change or press outside close it. */
export function Disclosure({ button, children, buttonClassName, panelClassName }: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return undefined;
    function closeWhenOutside(event: Event) {
      if (!root.current?.contains(event.target as Node)) setIsOpen(false);
    }
    document.addEventListener('pointerdown', closeWhenOutside);
    document.addEventListener('focusin', closeWhenOutside);
    return () => {
      document.removeEventListener('pointerdown', closeWhenOutside);
      document.removeEventListener('focusin', closeWhenOutside);
    };
  }, [isOpen]);

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return;
    setIsOpen(false);
    trigger.current?.focus();
  }

  function handlePanelClick(event: MouseEvent) {
    if ((event.target as Element).closest('a')) setIsOpen(false);
  }

  return (
    // Handles key presses and clicks that bubble from the controls inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={root} className={styles.root} onKeyDown={handleKeyDown}>
      <HydratedButton
        ref={trigger}
        className={classNames(styles.button, buttonClassName)}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {button}
      </HydratedButton>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
      <div
        id={panelId}
        hidden={!isOpen}
        className={classNames(styles.panel, panelClassName)}
        onClick={handlePanelClick}
      >
        {children}
      </div>
    </div>
  );
}
