import { useEffect, useRef, type SyntheticEvent } from 'react';
import { afterPaint } from '#pwa/after-paint.ts';
import { SearchIcon } from '#pwa/ui/icons/action-icons.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import styles from './product-list.module.css';

interface SearchBoxProps {
  readonly search: string;
  readonly onSearch: (text: string) => void;
}

/**
 * Narrows the list with every letter. The field holds its own text: list and address follow once the letter shows, and
 * would take back what was typed meanwhile.
 */
export function SearchBox({ search, onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const callOff = useRef<() => void>(undefined);

  useEffect(() => () => callOff.current?.(), []);

  useEffect(() => {
    const box = input.current;
    if (box && box !== document.activeElement) box.value = search;
  }, [search]);

  function handleChange(text: string) {
    callOff.current?.();
    callOff.current = afterPaint(() => onSearch(text));
  }

  /** There is nothing left to do but to give the screen back, which a phone's keyboard covers. */
  function handleSubmit(event: SyntheticEvent) {
    event.preventDefault();
    if (matchMedia('(hover: none)').matches) input.current?.blur();
  }

  return (
    <form role="search" className={styles.searchBoxSearch} onSubmit={handleSubmit}>
      <SearchIcon size="small" />
      <TextInput
        ref={input}
        type="search"
        name="search"
        aria-label="Search products"
        aria-keyshortcuts="/ Control+K Meta+K"
        placeholder="Search"
        autoComplete="off"
        enterKeyHint="search"
        defaultValue={search}
        onChange={(event) => handleChange(event.target.value)}
      />
      <kbd className={styles.searchBoxKey} aria-hidden="true">
        /
      </kbd>
    </form>
  );
}
